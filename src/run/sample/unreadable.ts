/** Which records are no documents? Those of the sample, and those of references. */
import { entryOf } from '../../plan/node.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Problems } from '../../plan/problem.ts';
import type { Finding } from '../../report/findings.ts';
import type { Reject } from '../../report/reject-lines.ts';
import { figure } from './seen-kinds.ts';

/** What parsing rejects; what steps reject, they are asked themselves. */
export class Unreadable {
  #count = 0;
  #first: Reject | undefined;

  add(reject: Reject): void {
    if (reject.stage !== 'parse') return;
    this.#count++;
    this.#first ??= { ...reject, place: { ...reject.place } };
  }

  report(plan: Plan, problems: Problems): void {
    const first = this.#first;
    if (first === undefined) return;
    const records =
      this.#count === 1 ? '1 record of the sample is' : `${figure(this.#count)} records of the sample are`;
    const message = `${records} no document; first ${first.code}: ${first.message}`;
    problems.warning(sourceOffset(plan), 'record-unreadable', message);
  }
}

/** Records of references that are no documents. */
export function reportUnreadable(findings: readonly Finding[], { written }: Plan, problems: Problems): void {
  for (const { code, entity, count, message } of findings) {
    if (code !== 'REFERENCE_UNREADABLE') continue;
    const references = entryOf(written, 'references')?.value;
    const offset = references?.kind === 'map' ? entryOf(references, entity!)?.keyOffset : undefined;
    const more = count > 1 ? ` (${figure(count)} of them)` : '';
    problems.warning(offset ?? written.offset, 'record-unreadable', message + more);
  }
}

/** Where the plan names its sources. */
export function sourceOffset({ written }: Plan): number {
  return (entryOf(written, 'source') ?? entryOf(written, 'sources'))?.keyOffset ?? written.offset;
}
