// A program of its own, so that its heap can be bounded: so many documents without a value for the same unique key.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tape } from '../../src/document/tape.ts';
import { EmbeddedSink } from '../../src/sink/embedded.ts';
import { containerPlan, documentOf } from './embedded-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'nulls-'));
const containers = [containerPlan('c', '/pk', { keys: ['/email', '/n'] })];
const sink = await EmbeddedSink.open({ folder, containers, observe: () => {} });
const tape = new Tape();
for (let i = 0; i < Number(process.argv[2]); i++) {
  const document = documentOf(tape, `{"id":"${i}","pk":"p","n":${i}}`);
  const origin = { shard: 0, index: i, ordinal: 0 };
  sink.take(
    { document, container: 'c', origin, parent: -1, family: 0, isThere: false },
    { source: 'nulls', line: i + 1, offset: 0 },
  );
  if (i % 1000 === 0) await sink.drain();
}
let conflicts = 0;
const summary = await sink.finish({
  answer({ answer }) {
    if (answer.kind === 'conflict' && answer.holder.id === '0' && answer.key.uniqueKey[0] === '/email') conflicts++;
  },
  announce(_files, publish) {
    publish();
  },
  whileHeld: (act) => act(),
});
rmSync(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify({ conflicts, summary }));
