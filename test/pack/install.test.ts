// Does the packed file work where nothing else of the project is? Installed into an empty folder, without a network.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutTime } from '../samples/without-time.ts';
import { IS_READY, npm, npx, type Ran, ROOT, UNREADY } from './npm.ts';

const work = mkdtempSync(join(tmpdir(), 'remodel-pack-'));
/** Blanks, a letter beyond ASCII and one beyond the first plane. */
const home = join(work, 'Ein Ordner für 木 𝒳');
const installed = join(home, 'node_modules/cosmos-remodel');
const log = join(work, 'network.log');
const WITHOUT_NETWORK = {
  NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${pathToFileURL(join(import.meta.dirname, 'no-network.ts')).href}`,
  NETWORK_LOG: log,
};
let install: Ran;

beforeAll(() => {
  if (!IS_READY) return;
  mkdirSync(home);
  const packing = npm(['pack', '--ignore-scripts', '--pack-destination', work], ROOT);
  const file = join(work, packing.stdout.trim().split('\n').at(-1)!);
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  // Dependencies come out of npm's cache where it has them.
  install = npm(['install', '--prefer-offline', '--ignore-scripts', file], home);
}, 120_000);

afterAll(() => rmSync(work, { recursive: true, force: true }));

describe.skipIf(!IS_READY)(`the installed package${UNREADY}`, () => {
  it('rehearses a sample, seeing no network', ({ skip }) => {
    needInstalled(skip);
    const sample = join(home, 'samples für mich/unique-keys');
    cpSync(join(installed, 'samples/unique-keys'), sample, { recursive: true });
    const args = ['remodel', 'rehearse', join(sample, 'plan.yaml')];
    const { status, stdout, stderr } = npx(args, home, WITHOUT_NETWORK);
    expect({ status, stderr }).toEqual({ status: 9, stderr: '' });
    const upToFiles = (text: string): string => withoutTime(text).split('\nFiles\n')[0]!;
    expect(upToFiles(stdout)).toBe(upToFiles(readFileSync(join(sample, 'expected/report.txt'), 'utf8')));
    expect(existsSync(join(sample, '.remodel/unique-keys/rejects.ndjson'))).toBe(true);
    expect(existsSync(log)).toBe(false);
  });

  it('runs from another folder, by paths relative to it', ({ skip }) => {
    needInstalled(skip);
    const folder = join(home, 'an other/folder');
    mkdirSync(folder, { recursive: true });
    cpSync(join(installed, 'samples/unbounded-comments'), join(home, 'an other/comments'), { recursive: true });
    const args = ['remodel', 'run', '../comments/plan.yaml', '--to', 'aus gabe', '--json'];
    const { status, stdout, stderr } = npx(args, folder, WITHOUT_NETWORK);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ balance: { ok: true }, files: { out: join(folder, 'aus gabe') } });
    const expected = readFileSync(join(home, 'an other/comments/expected/posts.ndjson'), 'utf8');
    expect(readFileSync(join(folder, 'aus gabe/posts.ndjson'), 'utf8')).toBe(expected);
    expect(existsSync(log)).toBe(false);
  });

  it('works with threads, seeing no network', ({ skip }) => {
    needInstalled(skip);
    const program = `
      import { readPlan, run } from 'cosmos-remodel';
      const { plan } = await readPlan('node_modules/cosmos-remodel/samples/unbounded-comments/plan.yaml', { env: {}, lenientTarget: true });
      const { report } = await run(plan, { target: { kind: 'folder', folder: 'threads' }, stateFolder: 'state', workers: 2, workersFrom: 0 });
      console.log(report.balance.ok, report.containers.comments.documents);
    `;
    writeFileSync(join(home, 'program.mjs'), program);
    const { stdout } = nodeIn(home, 'program.mjs');
    expect(stdout).toBe('true 6\n');
    expect(existsSync(log)).toBe(false);
  });

  it('has types that a program in TypeScript compiles against', ({ skip }) => {
    needInstalled(skip);
    const types = dirname(createRequire(import.meta.url).resolve('@types/node/package.json'));
    const options = {
      module: 'nodenext',
      target: 'es2024',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: ['node'],
      typeRoots: [dirname(types)],
    };
    writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['typed.mts'] }));
    writeFileSync(
      join(home, 'typed.mts'),
      `import { EXIT_STATUS, type Problem, readPlan, type Report, run } from 'cosmos-remodel';
      const { plan, problems } = await readPlan('plan.yaml', { env: {}, lenientTarget: true });
      export const lines: number[] = problems.map((problem: Problem) => problem.line);
      if (plan === undefined) throw new Error('none');
      const { report, exitStatus } = await run(plan, { target: { kind: 'embedded' }, stateFolder: 'state' });
      export const documents: Report['source']['documents'] = report.source.documents;
      export const isRight: boolean = exitStatus === EXIT_STATUS.done;
      // @ts-expect-error There is no such target.
      await run(plan, { target: { kind: 'elsewhere' }, stateFolder: 'state' });
      `,
    );
    const { status, stdout } = nodeIn(home, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', home);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  it('would be seen if it reached for a network', () => {
    const { stderr } = nodeIn(home, '--eval', 'fetch("http://example.invalid").catch(() => {})');
    expect(stderr).toContain('No network: fetch');
    expect(readFileSync(log, 'utf8')).toBe('fetch\n');
    rmSync(log);
  });
});

/** Without the dependencies there is nothing to try; whether they can be had is no matter of the package. */
function needInstalled(skip: (why: string) => void): void {
  if (
    install.status !== 0 &&
    /ENOTCACHED|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|E40[1347]|network/i.test(install.stderr)
  )
    skip('the dependencies are neither in the cache of npm nor to be fetched');
  expect({ status: install.status, stderr: install.stderr }).toMatchObject({ status: 0 });
}

function nodeIn(folder: string, ...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...WITHOUT_NETWORK, NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}
