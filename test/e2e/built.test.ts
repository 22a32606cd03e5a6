// Do the built command and the library do what the sources do?
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { withoutTime } from '../samples/without-time.ts';

const root = resolve(import.meta.dirname, '../..');
const sample = join(root, 'samples/unique-keys');
const isBuilt = existsSync(join(root, 'dist/command/cli.js'));
const unbuilt = isBuilt ? '' : ' (skipped: not built, see npm run build)';

it.skipIf(!isBuilt)(`the built command rehearses a sample as the sources do${unbuilt}`, () => {
  const work = newFolder();
  const args = [
    join(root, manifest.bin.remodel),
    'rehearse',
    join(sample, 'plan.yaml'),
    '--state',
    join(work, 'state'),
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: work, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 9, stderr: '' });
  const upToFiles = (text: string): string => withoutTime(text).split('\nFiles\n')[0]!;
  expect(upToFiles(stdout)).toBe(upToFiles(readFileSync(join(sample, 'expected/report.txt'), 'utf8')));
});

it.skipIf(!isBuilt)(`the built library reads, runs and reports${unbuilt}`, () => {
  const work = newFolder();
  const program = `
    import { EXIT_STATUS, readPlan, reportText, run } from ${JSON.stringify(join(root, manifest.exports['.'].default))};
    const { plan } = await readPlan(${JSON.stringify(join(sample, 'plan.yaml'))}, { env: {}, lenientTarget: true });
    const { report, exitStatus } = await run(plan, { target: { kind: 'embedded' }, stateFolder: ${JSON.stringify(work)} });
    if (exitStatus !== EXIT_STATUS.rejects) throw new Error('exit status ' + exitStatus);
    console.log(reportText(report, { folder: '/' }).split('\\n')[1]);
  `;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: '  Not ready: 3 of 8 documents would be refused.\n', stderr: '' });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'built-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
