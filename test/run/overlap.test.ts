// Can a run destroy what it reads, or what another file of it holds?
import { linkSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fatal } from '../../src/errors.ts';
import { folderWith, linesOf, planIn, runIn } from './running.ts';

const DOCUMENTS = '{"id":"1"}\nno document\n';

const reading = (file: string, label = 'docs'): string => `version: 1
name: overlap
source: { file: ${JSON.stringify(file)}, entity: doc }
containers:
  ${label}: { entities: [doc], partitionKey: /id }
`;

async function refusal(running: Promise<unknown>): Promise<Fatal> {
  const error: unknown = await running.catch((thrown: unknown) => thrown);
  if (!(error instanceof Fatal)) throw new Error(`No refusal: ${String(error)}`);
  return error;
}

describe.each(['folder', 'embedded'] as const)('a run into the %s', (kind) => {
  it('does not replace the unfinished file that it reads', async () => {
    const folder = folderWith({ 'out/docs.ndjson.partial': DOCUMENTS });
    const plan = await planIn(folder, reading('out/docs.ndjson.partial'));
    const { exitStatus, message } = await refusal(runIn(folder, plan, kind));
    expect(exitStatus).toBe(2);
    expect(message).toMatch(/^out\/docs\.ndjson\.partial is read by the plan, and this run would replace it as /);
    expect(readFileSync(join(folder, 'out/docs.ndjson.partial'), 'utf8')).toBe(DOCUMENTS);
  });

  it.each([
    ['symbolic', symlinkSync],
    ['hard', linkSync],
  ] as const)('sees through a %s link to what it reads', async (_kind, link) => {
    const folder = folderWith({ 'in.ndjson': DOCUMENTS });
    mkdirSync(join(folder, 'out'));
    link(join(folder, 'in.ndjson'), join(folder, 'out/docs.ndjson.partial'));
    const { message } = await refusal(runIn(folder, await planIn(folder, reading('in.ndjson')), kind));
    expect(message).toContain('in.ndjson is read by the plan');
    expect(readFileSync(join(folder, 'in.ndjson'), 'utf8')).toBe(DOCUMENTS);
  });

  it('writes into no file that a link of the unfinished name leads to', async () => {
    const folder = folderWith({ 'in.ndjson': DOCUMENTS, other: 'precious' });
    mkdirSync(join(folder, 'out'));
    symlinkSync(join(folder, 'other'), join(folder, 'out/docs.ndjson.partial'));
    const { files } = await runIn(folder, await planIn(folder, reading('in.ndjson')), kind);
    expect(files).toEqual({ 'docs.ndjson': ['{"id":"1"}'] });
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('precious');
  });

  it('does not take what it wrote before for a source', async () => {
    const folder = folderWith({ 'out/in.ndjson': DOCUMENTS });
    const plan = await planIn(folder, reading('out/*.ndjson'));
    await runIn(folder, plan, kind);
    const { message } = await refusal(runIn(folder, plan, kind));
    expect(message).toContain('out/docs.ndjson is read by the plan');
    expect(linesOf(join(folder, 'out/docs.ndjson'))).toEqual(['{"id":"1"}']);
  });

  it('keeps the rejects of an earlier run that the plan reads', async () => {
    const folder = folderWith({ 'in.ndjson': DOCUMENTS });
    await runIn(folder, await planIn(folder, reading('in.ndjson')), kind);
    const rejects = readFileSync(join(folder, 'state/rejects.ndjson'), 'utf8');
    expect(rejects).toContain('no document');
    const { message } = await refusal(runIn(folder, await planIn(folder, reading('state/rejects.ndjson')), kind));
    expect(message).toContain('state/rejects.ndjson is read by the plan');
    expect(readFileSync(join(folder, 'state/rejects.ndjson'), 'utf8')).toBe(rejects);
  });

  it('does not put documents where its rejects go', async () => {
    const folder = folderWith({ 'in.ndjson': DOCUMENTS });
    mkdirSync(join(folder, 'state'));
    symlinkSync(join(folder, 'state'), join(folder, 'out'));
    const plan = await planIn(folder, reading('in.ndjson', 'rejects'));
    const { exitStatus, message } = await refusal(runIn(folder, plan, kind));
    expect(exitStatus).toBe(2);
    expect(message).toContain("rejects.ndjson would be written as a container's documents, and as the state");
  });
});

it('does not read what an earlier rehearsal keeps in its containers', async () => {
  const folder = folderWith({ 'in.ndjson': DOCUMENTS });
  await runIn(folder, await planIn(folder, reading('in.ndjson')), 'embedded');
  const segment = 'state/containers/docs/segment.ndjson';
  const { message } = await refusal(runIn(folder, await planIn(folder, reading(segment)), 'embedded'));
  expect(message).toContain('segment.ndjson is read by the plan');
  expect(linesOf(join(folder, segment))).toEqual(['{"id":"1"}']);
});

it('runs as ever once the file has been copied elsewhere', async () => {
  const folder = folderWith({ 'out/docs.ndjson.partial': DOCUMENTS });
  renameSync(join(folder, 'out/docs.ndjson.partial'), join(folder, 'copy.ndjson'));
  writeFileSync(join(folder, 'out/other.txt'), 'text');
  const { files } = await runIn(folder, await planIn(folder, reading('copy.ndjson')));
  expect(files['docs.ndjson']).toEqual(['{"id":"1"}']);
});
