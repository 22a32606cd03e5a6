// Do the books count what has expired, and does time count from the start of the run?
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPlan } from '../../src/plan/read.ts';
import { folderWith, runIn } from '../run/running.ts';

const PLAN = `version: 1
name: expiring
source: { file: in.ndjson, entity: session }
transforms:
  - split: { path: /events, into: event }
  - ttl: { until: /end }
containers:
  sessions: { entities: [session], partitionKey: /id, ttl: enabled }
  events: { entities: [event], partitionKey: /id }
`;

it('counts what has expired apart, and keeps what was made of it', async () => {
  const end = new Date(Date.now() + 3_600_000).toISOString();
  const folder = folderWith({
    'plan.yaml': PLAN,
    'in.ndjson': `{"id":"a","end":"${end}"}\n{"id":"b","end":"2001-01-01","events":[{"id":"1"}]}\n{"id":"c","end":null}\n`,
  });
  const { plan } = await readPlan(join(folder, 'plan.yaml'), { env: {}, lenientTarget: true });
  const { report, files } = await runIn(folder, plan!, 'embedded');
  expect(report.entities['session']).toMatchObject({ read: 3, written: 2, expired: 1, rejected: 0 });
  expect(report.entities['event']).toMatchObject({ made: 1, written: 1, expired: 0 });
  expect(report.balance.ok).toBe(true);
  expect(files['events.ndjson']).toEqual(['{"id":"b:1"}']);
  const [first = '', second] = files['sessions.ndjson']!;
  const { ttl } = JSON.parse(first) as { readonly ttl: number };
  expect(ttl).toBeGreaterThan(3_500);
  expect(ttl).toBeLessThanOrEqual(3_600);
  expect(second).toBe('{"id":"c","end":null}');
});
