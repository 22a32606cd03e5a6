// Is Extended JSON plain before the first step, wherever a document comes from, and is the record's text still what it was?
import { describe, expect, it } from 'vitest';
import { folderWith, linesOf, planIn, runIn, type Ran } from './running.ts';
import { contentIn, mend, ranIn, rejectLines, replayIn } from './replay/replaying.ts';
import { join } from 'node:path';

const PLAN = `version: 1
name: dump
source: { file: in.ndjson, entity: user, extendedJson: true }
transforms:
  - split: { path: /visits, into: visit, link: { userId: /id }, id: "{/userId}:{#}" }
  - set: { /key: "{/name}-{/joined|day}" }
containers:
  users: { entities: [user], partitionKey: /id }
  visits: { entities: [visit], partitionKey: /userId }
`;
const OID = '{"$oid":"507f1f77bcf86cd799439011"}';

async function ran(lines: readonly string[], ...how: readonly unknown[]): Promise<Ran> {
  const folder = folderWith({ 'in.ndjson': lines.map((line) => `${line}\n`).join('') });
  return runIn(folder, await planIn(folder, PLAN), ...(how as []));
}

describe('a source in Extended JSON', () => {
  it('gives plain JSON to the first step, and keeps the bytes of everything else', async () => {
    const { files, report } = await ran([
      `{ "_id" : ${OID}, "name":"é","n":1.50, "joined" : { "$date" : 0 }, "visits":[{"at":{"$date":{"$numberLong":"1"}}}]}`,
      '{"_id":"2","name":"b","joined":"2024-01-01","visits":null}',
    ]);
    expect(files['users.ndjson']).toEqual([
      '{"id":"507f1f77bcf86cd799439011","name":"é","n":1.50,"joined":"1970-01-01T00:00:00Z","key":"é-1970-01-01"}',
      '{"id":"2","name":"b","joined":"2024-01-01","visits":null,"key":"b-2024-01-01"}',
    ]);
    expect(files['visits.ndjson']).toEqual([
      '{"at":"1970-01-01T00:00:00.001Z","userId":"507f1f77bcf86cd799439011","id":"507f1f77bcf86cd799439011:0"}',
    ]);
    expect(report.findings).toEqual([]);
  });

  it('names what stays, once for each path, and numbers that a double cannot hold', async () => {
    const line = `{"_id":"1","name":"a","joined":"2024-01-01","l":{"$numberLong":"9007199254740993"},"t":[{"$minKey":1}],"d":{"$date":"soon"}}`;
    const { report } = await ran([line, line.replace('"1"', '"2"')], 'embedded');
    const found = report.findings.map(({ code, entity, path, count, message }) => [code, entity, path, count, message]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['NUMBER_UNSAFE', 'user', '/l', 2, expect.any(String)],
        ['EXTENDED_JSON_KEPT', 'user', '/t/*', 2, expect.stringContaining('$minKey, a type of MongoDB')],
        ['EXTENDED_JSON_KEPT', 'user', '/d', 2, expect.stringContaining('$date, with a value that does not fit')],
      ]),
    );
    expect(report.findings.find(({ path }) => path === '/d')).toMatchObject({
      severity: 'warning',
      examples: [{ source: 'in.ndjson', line: 1 }, { line: 2 }],
    });
  });

  it('counts what stays in one document by its path, however much it is and wherever data serves as names', async () => {
    const many = Array.from({ length: 30_000 }, () => '{"$minKey":1}').join(',');
    const names = Array.from({ length: 1500 }, (_, i) => `"n${i}":{"$maxKey":1}`).join(',');
    const { report, files } = await ran([`{"_id":"1","name":"a","joined":"2024-01-01","a":[${many}],"o":{${names}}}`]);
    expect(files['users.ndjson']![0]).toContain(`"a":[${many}],"o":{${names}}`);
    const kept = report.findings.filter(({ code }) => code === 'EXTENDED_JSON_KEPT');
    expect(kept[0]).toMatchObject({ path: '/a/*', count: 30_000, examples: [{ line: 1 }] });
    expect(kept.reduce((sum, { count }) => sum + count, 0)).toBe(31_500);
    expect(kept.length).toBeLessThan(200);
  });

  it('leaves other sources alone', async () => {
    const folder = folderWith({ 'a.ndjson': `{"_id":${OID}}`, 'b.ndjson': `{"id":"1","_id":${OID}}` });
    const plan = await planIn(
      folder,
      `version: 1
name: two
sources: { a: { file: a.ndjson, extendedJson: true }, b: { file: b.ndjson, extendedJson: false } }
containers: { all: { entities: [a, b], partitionKey: /id } }
`,
    );
    const { files } = await runIn(folder, plan);
    expect(files['all.ndjson']).toEqual(['{"id":"507f1f77bcf86cd799439011"}', `{"id":"1","_id":${OID}}`]);
  });

  it('leaves the same with workers', async () => {
    const lines = Array.from(
      { length: 4000 },
      (_, i) =>
        `{"_id":{"$numberInt":"${i}"},"name":"${i % 7 === 0 ? '$' : 'n'}","joined":${i % 3 === 0 ? `{"$date":${i * 1e7}}` : '"2024-01-01"'},"x":{"$undefined":${i % 11 === 0}},"visits":${i % 13 === 0 ? '7' : '[]'}}`,
    );
    const alone = await ran(lines);
    const shared = await ran(lines, 'folder', { workers: 2, workersFrom: 0 });
    expect(alone.files['users.ndjson']!.length).toBeGreaterThan(3000);
    expect(shared.files).toEqual(alone.files);
    expect(shared.rejects).toEqual(alone.rejects);
    expect(shared.report.findings).toEqual(alone.report.findings);
  });

  it('rejects with the text of the record, from which a replay begins', async () => {
    const original = `{ "_id" : ${OID}, "joined" : { "$date" : 0 }, "visits" : [] }`;
    const folder = folderWith({ 'in.ndjson': `${original}\n` });
    await ranIn(folder, PLAN);
    expect(rejectLines(folder)).toMatchObject([
      {
        code: 'TEMPLATE_PATH_MISSING',
        original,
        doc: { id: '507f1f77bcf86cd799439011', joined: '1970-01-01T00:00:00Z' },
      },
    ]);
    mend(folder, (text) => text.replace('{ ', '{ "name" : "a", '));
    await replayIn(folder, { plan: PLAN });
    expect(contentIn(folder)).toMatchObject({
      rejects: '',
      'users.ndjson':
        '{"name":"a","id":"507f1f77bcf86cd799439011","joined":"1970-01-01T00:00:00Z","key":"a-1970-01-01"}\n',
    });
    expect(linesOf(join(folder, 'state/rejects.ndjson'))).toEqual([]);
  });

  it('is another plan than the same without it', async () => {
    const folder = folderWith({});
    const [with_, without] = await Promise.all(
      [PLAN, PLAN.replace(', extendedJson: true', ', extendedJson: false')].map((text) => planIn(folder, text)),
    );
    const [, plain] = await Promise.all(
      [PLAN, PLAN.replace(', extendedJson: true', '')].map((text) => planIn(folder, text)),
    );
    expect(with_!.hash).not.toBe(without!.hash);
    expect(plain!.hash).toBe(without!.hash);
  });
});
