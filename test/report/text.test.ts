// Does the text say first what matters, and is nothing hidden further down?
import { stripVTControlCharacters, styleText } from 'node:util';
import { expect, it } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { reportText } from '../../src/report/text.ts';
import { conflict, makeReport } from './report.ts';

it.each<{ says: string; report: Report }>([
  { says: 'Ready: every document would be accepted.', report: makeReport({}) },
  { says: 'Done: every document was written.', report: makeReport({ command: 'run' }) },
  {
    says: 'Not ready: 2 of 1,200 documents would be refused.',
    report: makeReport({ person: { read: 1200, written: 1198, rejected: 2 }, notices: [conflict] }),
  },
  {
    says: 'Done, with rejects: 1 of 1,200 documents was rejected.',
    report: makeReport({ command: 'run', person: { read: 1200, written: 1199, rejected: 1 } }),
  },
  {
    says: 'Ready: every document would be accepted, but 1 thing deserves a look.',
    report: makeReport({ notices: [{ code: 'NUMBER_UNSAFE', message: 'm' }] }),
  },
  {
    says: 'Ready: every document would be accepted.',
    report: makeReport({ notices: [{ code: 'MIXED_TYPES', message: 'm' }] }),
  },
  { says: 'Nothing was read: the sources hold no documents.', report: makeReport({ person: {} }) },
  { says: 'The books do not balance.', report: makeReport({ person: { read: 2, written: 1 } }) },
  {
    says: 'Not finished: Stopped as asked. What follows',
    report: makeReport({ incomplete: 'Stopped as asked.', person: { read: 2, written: 1 } }),
  },
])('begins with "$says"', ({ says, report }) => {
  const [title, headline] = textOf(report).split('\n');
  expect(title).toMatch(/^(Rehearsal|Run) of people$/);
  expect(headline).toBe(`  ${says}${headline!.slice(says.length + 2)}`);
});

it('lists what is to decide before anything else', () => {
  const report = makeReport({
    person: { read: 1200, written: 1198, rejected: 2 },
    notices: [
      { code: 'MIXED_TYPES', message: 'm' },
      { code: 'UNIQUE_KEY_NULL', container: 'people', path: '/email', message: 'm', count: 7 },
      conflict,
    ],
  });
  expect(textOf(report).split('\n').slice(3, 9)).toEqual([
    '  To decide before the real run:',
    '    error   UNIQUE_KEY_CONFLICT  people /email  × 2',
    '            Two documents share a unique key',
    '    warning UNIQUE_KEY_NULL  people /email  × 7',
    '            A unique key has no value',
    '',
  ]);
});

it('shows a finding with its message, its advice, and where to look', () => {
  const text = textOf(makeReport({ notices: [conflict] }));
  expect(text).toContain('    Another document has this e-mail address.\n    → Decide which of them is right');
  expect(text).toContain('    e.g. people.ndjson:3  id "3" …\n');
});

it('leaves out what did not happen, but says that nothing was lost and that the books balance', () => {
  const text = textOf(makeReport({}));
  expect(text).not.toMatch(/Findings|expired|rejects/);
  expect(text).toContain('None: no step took values out of the data.');
  expect(text).toContain('The books balance: 1,200 in (read + made), 1,200 accounted for.');
});

it('says which books do not balance', () => {
  expect(textOf(makeReport({ person: { read: 3, written: 2 } }))).toContain('  person: 3 came in, 2 are accounted for');
});

it('says what a rehearsal does not prove, and what a run into files does not check', () => {
  expect(textOf(makeReport({}))).toContain(
    'What this rehearsal does not prove\n  - Only the documents of these sources were looked at.',
  );
  expect(textOf(makeReport({ command: 'run' }))).toContain('Files have no policies');
});

it('names the way on from the rejects of a finished run, and of no other', () => {
  const rejected = { person: { read: 3, written: 2, rejected: 1 }, notices: [conflict] };
  const run = { ...rejected, command: 'run' } as const;
  expect(textOf(makeReport(run))).toMatch(/^ {2}rejects {2}.+\(1 line\)\n {11}Once the plan .+"remodel replay"/m);
  expect(textOf(makeReport({ ...run, incomplete: 'Stopped.' }))).not.toContain('remodel replay');
  expect(textOf(makeReport(rejected))).not.toContain('remodel replay');
});

it('names a container by its label and its name, and the share of its largest partition', () => {
  expect(textOf(makeReport({}))).toMatch(/people \(all-people\) +1,198 +585\.9 KiB +3\.9 KiB +12 +"acme" \(33 %\)/);
});

it.each([60, 80, 100])('fits %d columns', (width) => {
  const report = makeReport({ notices: [{ ...conflict, message: 'word '.repeat(60) }] });
  const prose = reportText(report, { width, folder: '/plans' })
    .split('\n')
    .filter((line) => !line.includes('─') && !/^ {2}(container|people|entity|person)/.test(line));
  expect(prose.filter((line) => line.length > width)).toEqual([]);
});

it('says the same with colours and without', () => {
  const report = makeReport({ notices: [conflict], lost: [['pick', '/a', 1]] });
  const coloured = reportText(report, {
    folder: '/plans',
    paint: (style, text) => styleText(style, text, { validateStream: false }),
  });
  expect(coloured).not.toBe(textOf(report));
  expect(stripVTControlCharacters(coloured)).toBe(textOf(report));
});

function textOf(report: Report): string {
  return reportText(report, { folder: '/plans' });
}

it('is not longer than anybody reads, and says where the rest is', () => {
  const notices = Array.from({ length: 30 }, (_, i) => ({ code: 'NUMBER_UNSAFE', path: `/n${i}`, message: 'm' }));
  const lost = Array.from({ length: 50 }, (_, i): [string, string, number] => ['pick', `/p${i}`, 1]);
  const text = textOf(makeReport({ notices, lost }));
  expect(text).toContain('… and 10 more, listed under Findings.');
  expect(text).toContain('… and 10 more; report.json has them all.');
  expect(text.match(/NUMBER_UNSAFE/g)).toHaveLength(20 + 30);
  expect(text.match(/^ +\/p\d+ /gm)).toHaveLength(40);
});
