// Does the report hold what scripts read from it?
import { expect, it } from 'vitest';
import { conflict, makeReport } from './report.ts';

const report = makeReport({
  person: { read: 1200, written: 1198, rejected: 2, bytes: 600_000, maxBytes: 4000 },
  notices: [conflict],
  lost: [
    ['pick', '/a', 1],
    ['remove', '/b', 5],
  ],
});

it('has the parts that are promised', () => {
  expect(report).toMatchObject({
    plan: { name: 'people', hash: 'abc' },
    source: { documents: 1200, bytes: 1_000_000 },
    entities: {
      person: {
        read: 1200,
        made: 0,
        written: 1198,
        filtered: 0,
        rejected: 2,
        merged: 0,
        consumed: 0,
        expired: 0,
        bytes: 600_000,
        maxBytes: 4000,
      },
    },
    containers: {
      people: {
        documents: 1198,
        uniqueConflicts: 2,
        logicalPartitions: 12,
        largestPartition: { key: ['acme'] },
        ru: { storageGB: 0.0006 },
      },
    },
    rejected: 2,
    lost: [
      { path: '/b', step: 'remove', count: 5 },
      { path: '/a', step: 'pick', count: 1 },
    ],
    balance: { ok: true, entities: { person: { ok: true, in: 1200, out: 1200 } } },
    seconds: 2,
  });
  expect(report.findings).toMatchObject([
    {
      code: 'UNIQUE_KEY_CONFLICT',
      severity: 'error',
      container: 'people',
      path: '/email',
      count: 2,
      examples: [{ source: 'people.ndjson', line: 3, id: '3' }],
    },
  ]);
  expect(report).not.toHaveProperty('incomplete');
});

it('is the same after a way through JSON, so that its numbers are plain', () => {
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

it('estimates writes from size and unique keys, and says that it is an estimate', () => {
  // 1,198 documents of less than 1 KiB each, one unique key: 6 RU each.
  expect(report.containers['people']!.ru.write).toBe(7188);
  expect(report.forecast).toMatchObject({ isEstimate: true, ru: 7188, seconds: { '400': 18, '4000': 2 } });
  expect(report.forecast.model).toContain('not measured');
});

it('names entities that nothing came of', () => {
  expect(makeReport({ person: {} }).entities).toHaveProperty('person.read', 0);
});

it('says that the books do not balance when they do not', () => {
  expect(makeReport({ person: { read: 3, written: 2 } }).balance).toEqual({
    ok: false,
    entities: { person: { ok: false, in: 3, out: 2 } },
  });
});
