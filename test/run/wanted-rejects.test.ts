// Does a new run leave rejects alone that somebody still works on?
import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import { replay } from '../../src/run/replay.ts';
import { folderWith, planIn, runIn } from './running.ts';

const PLAN = `version: 1
name: docs
source: { file: in.ndjson, entity: doc }
transforms: [{ id: '{/key}' }]
containers: { docs: { entities: [doc], partitionKey: /id } }
`;
const LINES = '{"key":"1"}\n{"kay":"2"}\n';

type Kind = 'folder' | 'embedded';

describe.each<Kind>(['folder', 'embedded'])('behind a complete run into the %s', (kind) => {
  it('the same again replaces rejects that nobody has touched', async () => {
    const { folder, plan } = await completeRun(kind);
    expect((await runIn(folder, plan, kind)).rejects).toHaveLength(1);
  });

  it.each<[string, (file: string) => void]>([
    [
      'corrected to the same length',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replaceAll('kay', 'key')),
    ],
    ['made longer', (file) => appendFileSync(file, '\n')],
    ['made shorter', (file) => writeFileSync(file, '{}\n')],
  ])('rejects %s are not replaced', async (_what, change) => {
    const { folder, plan } = await completeRun(kind);
    const file = join(folder, 'state/rejects.ndjson');
    change(file);
    const later = Date.now() / 1000 + 60;
    utimesSync(file, later, later);
    const corrected = readFileSync(file, 'utf8');
    const { message, advice, exitStatus } = await refusal(runIn(folder, plan, kind));
    expect(exitStatus).toBe(2);
    expect(message).toContain(`${file} has been changed since its run ended`);
    expect(advice).toContain(`remodel replay ${file}`);
    expect(advice).toContain('--state');
    expect(readFileSync(file, 'utf8')).toBe(corrected);
    expect((await runIn(folder, plan, kind, { fresh: true })).rejects).toHaveLength(1);
  });
});

it('a rehearsal does not replace the state of a run whose rejects can be replayed', async () => {
  const { folder, plan } = await completeRun('folder');
  const { message } = await refusal(runIn(folder, plan, 'embedded'));
  expect(message).toContain('A rehearsal would replace the state of the run in');
  const corrected = await planIn(folder, PLAN.replace('{/key}', '{/key?}{/kay?}'));
  const stateFolder = join(folder, 'state');
  const replayed = await replay({
    rejects: join(stateFolder, 'rejects.ndjson'),
    stateFolder,
    planOf: async () => corrected,
  });
  expect(replayed.report.rejected).toBe(0);
  expect((await runIn(folder, corrected, 'embedded')).exitStatus).toBe(0);
});

it('a run replaces the state of a rehearsal with rejects', async () => {
  const { folder, plan } = await completeRun('embedded');
  expect((await runIn(folder, plan, 'folder')).rejects).toHaveLength(1);
});

async function completeRun(kind: Kind): Promise<{ folder: string; plan: Awaited<ReturnType<typeof planIn>> }> {
  const folder = folderWith({ 'in.ndjson': LINES });
  const plan = await planIn(folder, PLAN);
  expect((await runIn(folder, plan, kind)).exitStatus).toBe(9);
  return { folder, plan };
}

async function refusal(running: Promise<unknown>): Promise<Fatal> {
  const error: unknown = await running.catch((thrown: unknown) => thrown);
  if (!(error instanceof Fatal)) throw new Error(`No refusal: ${String(error)}`);
  return error;
}
