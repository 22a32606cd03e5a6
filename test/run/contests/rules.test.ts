// A contest that is broken off, as by a full disk, leaves nothing to the next one of the same plan.
import { describe, expect, it } from 'vitest';
import { Document } from '../../../src/document/document.ts';
import { OutputBuffer } from '../../../src/document/output-buffer.ts';
import { parseDocument } from '../../../src/document/parse.ts';
import { Tape } from '../../../src/document/tape.ts';
import type { Judge } from '../../../src/transform/contest.ts';
import { folderWith, planIn } from '../running.ts';

const STEPS = [
  'dedupe: { key: /k, keep: last }',
  'dedupe: { key: /k, keep: merge }',
  'extract: { path: /o, into: made, key: /k, onConflict: last }',
  'extract: { path: /o, into: made, key: /k, onConflict: merge }',
];

function take(judge: Judge, json: string): void {
  const bytes = Buffer.from(`${json}\n`);
  const tape = new Tape();
  tape.begin(bytes);
  const root = parseDocument(tape, bytes, 0, bytes.length - 1, true);
  if (typeof root !== 'number') throw new Error(root.problem);
  judge.take(new Document(tape, 'made', root));
}

describe.each(STEPS)('%s', (step) => {
  it('judges those alone that have entered this contest', async () => {
    const text = `version: 1
name: contests
source: { file: in.ndjson, entity: doc }
transforms:
  - ${step}
containers:
  all: { entities: [doc${step.startsWith('extract') ? ', made' : ''}], partitionKey: /id }
`;
    const { contest } = (await planIn(folderWith({}), text)).steps[0]!;
    take(contest!.rules().judge, '{"id":"o","k":"x","brokenOff":true}');
    const { judge } = contest!.rules();
    for (const id of ['a', 'b']) take(judge, `{"id":"${id}","k":"x"}`);
    const output = new OutputBuffer();
    const which = judge.finish(output);
    expect(which).toBe(step.includes('merge') ? 0 : 1);
    expect(output.bytes.toString('utf8', 0, output.length)).not.toContain('brokenOff');
  });
});
