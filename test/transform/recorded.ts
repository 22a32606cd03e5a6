// Passes documents through the steps of a plan and writes down, in order, all that comes out of the chain.
import { createHash, createHmac } from 'node:crypto';
import { Document } from '../../src/document/document.ts';
import { keyOf } from '../../src/document/key.ts';
import { findMember, valueAt } from '../../src/document/members.ts';
import { scalarText } from '../../src/document/scalar-text.ts';
import { reject, type Rejection } from '../../src/document/rejection.ts';
import { END, Tape } from '../../src/document/tape.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { problemText } from '../../src/plan/problem.ts';
import { readPlanText } from '../../src/plan/read.ts';
import { Chain } from '../../src/transform/chain.ts';
import { type ChainOutlet, REFUSED } from '../../src/transform/outlet.ts';
import { CONSUMED, type Departure, EXPIRED, FILTERED, MERGED } from '../../src/transform/step.ts';
import { parsed, textOfDocument } from '../document/parsed.ts';

export interface Recorded {
  /** `emit post p1`, `emit comment p1:1 of #0`, `reject comment p1:2 at type: CODE`, `lost /a by split: 2`, `noted CODE`. */
  readonly events: readonly string[];
  /** What was emitted or rejected, by entity. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Documents that a step made, by entity. */
  readonly made: Readonly<Record<string, number>>;
  /** Why documents were rejected, in turn. */
  readonly rejections: readonly Rejection[];
}

/**
 * @param transforms the steps as YAML, indented as one likes; every entity that they make goes to a container.
 * @param refuses entities and ids that a container refuses, such as `comment p1:2`.
 */
export async function recorded(
  transforms: string,
  documents: readonly string[],
  refuses: readonly string[] = [],
): Promise<Recorded> {
  const plan = await planOf(transforms);
  const events: string[] = [];
  const texts: Record<string, string[]> = {};
  const made: Record<string, number> = {};
  const rejections: Rejection[] = [];
  let number = 0;
  const refused = (document: Document): Rejection | undefined =>
    refuses.includes(nameOf(document)) ? reject('ITEM_TOO_LARGE', 'refused') : undefined;
  const outlet: ChainOutlet = {
    emit(document, { parent, parentRejected, family }) {
      const rejection = refused(document);
      if (rejection !== undefined) {
        outlet.reject(document, undefined, rejection);
        return REFUSED;
      }
      const of = parent >= 0 ? ` of #${parent}` : '';
      events.push(
        `emit ${nameOf(document)}${of}${parentRejected ? ', orphan' : ''}${family > 0 ? `, family ${family}` : ''}`,
      );
      (texts[document.entity] ??= []).push(textOfDocument(document));
      return number++;
    },
    check: refused,
    reject(document, step, rejection) {
      const { code } = rejection;
      rejections.push(rejection);
      events.push(`reject ${nameOf(document)} at ${step ?? 'write'}: ${code}`);
      (texts[document.entity] ??= []).push(textOfDocument(document));
    },
    leave: (document, how) => void events.push(`${LEFT[how]} ${nameOf(document)}`),
    made: ({ entity }) => (made[entity] = (made[entity] ?? 0) + 1),
    drop: (step, path, count) => void events.push(`lost ${path} by ${step}: ${count}`),
    note: ({ code, path }) => void events.push(`noted ${code} ${path}`),
  };
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');
  const chain = new Chain(plan.steps, { startedAt: 0, entities: plan.entities, sha256, hmac }, outlet);
  const tape = new Tape();
  for (const text of documents) {
    number = 0;
    chain.pass(new Document(tape, 'post', parsed(text, tape).root), { shard: 0, index: 0 });
  }
  return { events, texts, made, rejections };
}

/** A plan of these steps, indented as a list; its documents are called post. */
async function planOf(transforms: string): Promise<Plan> {
  const makes = [...transforms.matchAll(/into: (\w+)/g)].map(([, entity]) => entity);
  const entities = [...new Set(['post', ...makes])].join(', ');
  const text = `version: 1
name: test
source: { file: in.ndjson, entity: post }
transforms:
${transforms.replaceAll(/^ */gm, '    ').replaceAll('    - ', '  - ')}
containers: { all: { entities: [${entities}], partitionKey: /id } }
`;
  const { plan, problems } = await readPlanText('plan.yaml', text, { env: {}, lenientTarget: true });
  if (plan === undefined) throw new Error(problems.map(problemText).join('\n'));
  return plan;
}

const LEFT = {
  [FILTERED]: 'filter',
  [EXPIRED]: 'expire',
  [CONSUMED]: 'consume',
  [MERGED]: 'merge',
} as const satisfies Record<Departure, string>;

const ID = keyOf('id');

/** The entity and the id. */
function nameOf({ tape, entity, root }: Document): string {
  const cursor = findMember(tape, root, ID);
  return `${entity} ${cursor === END ? '?' : scalarText(tape, valueAt(tape, cursor))}`;
}
