// Runs plans into the local server, and reads there what has become of them with the SDK.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Container } from '@azure/cosmos';
import type { CosmosTarget, Plan } from '../../src/plan/plan.ts';
import { run, type RunOptions, type RunResult } from '../../src/run.ts';
import type { LocalAccount } from '../serve/local-account.ts';
import { linesOf, type RejectLine } from './running.ts';

export interface RanThere extends RunResult {
  readonly rejects: readonly RejectLine[];
}

/** Runs into the database `shop` of the account, with the state in the folder. */
export async function runThere(
  folder: string,
  plan: Plan,
  { server }: Pick<LocalAccount, 'server'>,
  more: Partial<RunOptions> = {},
  setting: Partial<CosmosTarget> = {},
): Promise<RanThere> {
  const stateFolder = join(folder, 'state');
  const auth = { kind: 'key', key: server.key } as const;
  const cosmos = { endpoint: server.endpoint, auth, database: 'shop', patience: 10_000, ...setting };
  const result = await run(plan, { target: { kind: 'cosmos', cosmos }, stateFolder, ...more });
  const file = join(stateFolder, 'rejects.ndjson');
  // A dry run leaves none.
  const lines = existsSync(file) ? linesOf(file) : [];
  return { ...result, rejects: lines.map((line) => JSON.parse(line) as RejectLine) };
}

/** All items of a container without what the service adds, by their ids. */
export async function itemsOf(container: Container): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  const { resources } = await container.items.readAll<Record<string, unknown>>().fetchAll();
  return new Map(
    resources.map(({ _rid, _self, _etag, _ts, _attachments, ...item }) => [String(item['id']), item] as const),
  );
}
