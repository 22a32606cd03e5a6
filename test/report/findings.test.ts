// Are notices counted by what they are about, with few and short examples?
import { expect, it } from 'vitest';
import { type FindingCount, Findings } from '../../src/report/findings.ts';

const place = { source: 'a.ndjson', line: 3, offset: 90 };

it('counts notices of one code, container, entity and path together and keeps the first message', () => {
  const findings = new Findings();
  findings.observe({ code: 'NUMBER_UNSAFE', path: '/n', message: 'first' });
  findings.observe({ code: 'NUMBER_UNSAFE', path: '/n', message: 'second', count: 4 });
  findings.observe({ code: 'NUMBER_UNSAFE', path: '/m', message: 'third' });
  expect(findings.list().map(({ path, count, message }) => [path, count, message])).toEqual([
    ['/n', 5, 'first'],
    ['/m', 1, 'third'],
  ]);
});

it('keeps three examples, their ids and values cut short', () => {
  const findings = new Findings();
  for (let i = 0; i < 5; i++) {
    findings.observe({ code: 'ID_RISKY', message: 'm', example: { place, id: 'x'.repeat(500), value: String(i) } });
  }
  const { examples } = findings.list()[0]!;
  expect(examples.map(({ value }) => value)).toEqual(['0', '1', '2']);
  expect(examples[0]).toMatchObject(place);
  expect(examples[0]!.id).toHaveLength(80);
});

it('puts errors before warnings before information, then the more frequent first', () => {
  const findings = new Findings();
  findings.observe({ code: 'MIXED_TYPES', message: 'm', count: 100 });
  findings.observe({ code: 'UNIQUE_KEY_NULL', message: 'm', count: 50 });
  findings.observe({ code: 'ID_DUPLICATE', message: 'm', count: 1 });
  findings.observe({ code: 'LINE_INVALID', message: 'm', count: 2 });
  expect(findings.list().map(({ code }) => code)).toEqual([
    'LINE_INVALID',
    'ID_DUPLICATE',
    'UNIQUE_KEY_NULL',
    'MIXED_TYPES',
  ]);
});

it('puts details beside the standard properties, which they cannot replace', () => {
  const findings = new Findings();
  findings.observe({ code: 'UNIQUE_KEY_PATH_CASE', path: '/zip', message: 'm', details: { seen: '/Zip', count: 99 } });
  expect(findings.list()[0]).toMatchObject({ seen: '/Zip', count: 1, severity: 'warning' });
});

it('goes on from what was kept of it', () => {
  const before = new Findings();
  before.observe({ code: 'ID_RISKY', message: 'first', count: 2, example: { id: 'a' } });
  const after = new Findings();
  after.merge(JSON.parse(JSON.stringify(before.snapshot())) as FindingCount[]);
  after.observe({ code: 'ID_RISKY', message: 'later', example: { id: 'b' } });
  expect(after.list()).toMatchObject([{ count: 3, message: 'first', examples: [{ id: 'a' }, { id: 'b' }] }]);
});
