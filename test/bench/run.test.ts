// Does `npm run bench` measure what it says, and put it into the page? Shapes only: times belong to a quiet machine.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.concurrent('a tiny benchmark', () => {
  it('compares the run with the hand-written programs and fills its place in the page', async () => {
    const { page, table } = await bench('split');
    expect(table.map(([program]) => program)).toEqual([
      'program',
      'remodel run',
      'hand-written, tuned',
      'hand-written, tuned, bytes taken as Latin-1',
      'hand-written, as it comes to mind',
    ]);
    const [, remodel, ...others] = table;
    expect(remodel?.slice(-2)).toEqual(['1.00', '1.00']);
    for (const row of [remodel, ...others]) {
      // How fast it was may be nothing, where the machine is busy with other things.
      const figure = (cell: string): RegExp => (cell.endsWith('/s') ? /^[\d.,]+/ : /^[\d.,]*[1-9][\d.,]*/);
      const cells = row?.slice(1, 5).map((cell) => cell.replace(figure(cell), 'N'));
      expect(cells).toEqual(['N s', 'N s', 'N MB/s', 'N MB']);
      expect(Number.parseInt(row?.[4] ?? '', 10)).toBeGreaterThan(20);
    }
    const before = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8');
    expect(placeOf('split', page)).not.toBe(placeOf('split', before));
    expect(page.replace(placeOf('split', page), '')).toBe(before.replace(placeOf('split', before), ''));
    expect(page).toMatch(/Measured on \d{4}-\d\d-\d\d: one run after one to warm up; Node 2\d\./);
  }, 180_000);

  it('does each of the other jobs, and the hand-written program comes to the same documents', async () => {
    const { table } = await bench('jobs');
    expect(table.map(([job, program]) => `${job}, ${program}`)).toEqual([
      'job, program',
      ...[
        'posts: split',
        'persons: flatten',
        'orders: into three containers',
        'posts: as they are',
        'posts: stringify, a quarter suspicious',
      ].flatMap((job) => [`${job}, remodel run`, `${job}, hand-written, tuned`]),
    ]);
  }, 180_000);

  it('counts the documents that a rehearsal takes in a second', async () => {
    const { page, table } = await bench('rehearse');
    expect(table.map((row) => row.length)).toEqual([5, 5]);
    const [, rehearsal] = table;
    expect(rehearsal?.[0]).toBe('remodel rehearse');
    expect(Number(rehearsal?.[3]?.replaceAll(',', ''))).toBeGreaterThan(0);
    expect(page).toContain('1,667 generated orders');
  }, 180_000);

  it('counts the documents of a tree that come to know their ancestors in a second', async () => {
    const { table } = await bench('ancestors');
    expect(table.map(([target]) => target)).toEqual(['target', 'folder', 'rehearsal']);
    expect(table.slice(1).every((row) => row[1] === '1,667' && Number(row[4]?.replaceAll(',', '')) > 0)).toBe(true);
  }, 180_000);
});

/** What stands between the marks of a benchmark. */
function placeOf(name: string, page: string): string {
  return page.slice(page.indexOf(`<!-- results of ${name} -->`), page.indexOf(`<!-- end of ${name} -->`));
}

/** Runs it on a page and a temporary folder of its own, which has to be empty again afterwards. */
async function bench(name: string): Promise<{ page: string; table: string[][] }> {
  const page = join(folder, `${name}.md`);
  copyFileSync(join(root, 'docs/benchmarks.md'), page);
  const temporary = mkdtempSync(join(folder, 'data-'));
  const options = ['--only', name, '--megabytes', '0.5', '--runs', '1', '--sources', '--page', page];
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'bench/run.ts'), ...options],
    { env: { ...process.env, TMPDIR: temporary } },
  );
  expect(stderr).toContain(`of disk in ${temporary}`);
  expect(readdirSync(temporary)).toEqual([]);
  const lines = stdout.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -'));
  for (const line of lines) expect(readFileSync(page, 'utf8')).toContain(line);
  return { page: readFileSync(page, 'utf8'), table: lines.map(cellsOf) };
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
