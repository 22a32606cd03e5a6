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

it('counts the paths of a code that has no end of them together, in one sentence about all', () => {
  const findings = new Findings(2);
  for (const path of ['/a', '/b', '/c', '/a', '/d'])
    findings.observe({
      code: 'NUMBER_UNSAFE',
      container: 'all',
      path,
      message: `${path} is unsafe`,
      example: { id: path },
    });
  const list = findings.list();
  expect(list.map(({ path, count }) => [path, count])).toEqual([
    ['/a', 2],
    ['(other paths)', 2],
    ['/b', 1],
  ]);
  expect(list[1]).toMatchObject({ examples: [{ id: '/c' }, { id: '/d' }] });
  expect(list[1]!.message).toContain('counted here together');
  const resumed = new Findings(2);
  resumed.merge(findings.snapshot());
  expect(resumed.list()).toEqual(list);
});

it('tells what was rejected apart from what was only seen, as an error whatever the code is elsewhere', () => {
  const findings = new Findings();
  findings.observe({ code: 'DUPLICATE_KEY', path: '/a', message: 'seen' });
  findings.observe({ code: 'DUPLICATE_KEY', path: '/a', message: 'refused', rejects: true });
  expect(findings.list().map(({ severity, message }) => [severity, message])).toEqual([
    ['error', 'refused'],
    ['warning', 'seen'],
  ]);
});
