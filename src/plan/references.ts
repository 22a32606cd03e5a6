/** Which side inputs do lookups read? Each is read as a source is, is called by its name, and is never written. */
import { expectEntityName, expectMap } from './expect.ts';
import type { KeySpecs } from './keys.ts';
import type { PlanNode } from './node.ts';
import { quoted } from './node.ts';
import type { Problems } from './problem.ts';
import { type ReadSource, readSource, SOURCE_KEYS } from './sources.ts';
import type { ReadSteps } from './steps.ts';

// Its documents are of one kind, and enter no container.
const { entity: _entity, duplicateKeys: _duplicateKeys, ...ofSources } = SOURCE_KEYS;

export const REFERENCE_KEYS: KeySpecs = ofSources;

/** @param entities of the sources */
export function readReferences(
  node: PlanNode | undefined,
  entities: readonly string[],
  problems: Problems,
): readonly ReadSource[] {
  const map = node === undefined || node.kind === 'null' ? undefined : expectMap(node, '"references"', problems);
  return (map?.entries ?? []).flatMap(({ key, keyOffset, value }) => {
    const keyNode = { kind: 'text', offset: keyOffset, size: 1, text: key, written: key } as const;
    const name = expectEntityName(keyNode, 'The name of a reference', problems) ?? key;
    if (entities.includes(name)) {
      const message = `The reference ${quoted(name)} is called as the documents of a source are; give it another name.`;
      problems.error(keyOffset, 'invalid-name', message);
    }
    const reference = readSource(
      value,
      { entity: name, keys: REFERENCE_KEYS, what: `The reference ${quoted(name)}` },
      problems,
    );
    if (reference === undefined) return [];
    if (reference.plan.file === '-') {
      const message = `The reference ${quoted(name)} cannot be read from standard input, which is for documents; name a file.`;
      problems.error(value.offset, 'invalid-value', message);
    }
    return [{ ...reference, offset: keyOffset }];
  });
}

/** Only where all steps could be read. */
export function warnOfUnread(
  references: readonly ReadSource[],
  { steps, isComplete }: Pick<ReadSteps, 'steps' | 'isComplete'>,
  problems: Problems,
): void {
  if (!isComplete) return;
  for (const { plan, offset } of references) {
    if (steps.some((step) => step.plan.looksUp?.reference === plan.entity)) continue;
    const message = `No lookup reads the reference ${quoted(plan.entity)}; leave it out, or name it under "in" of one.`;
    problems.warning(offset, 'without-effect', message);
  }
}
