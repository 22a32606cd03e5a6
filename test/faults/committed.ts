// What had a run committed when it died? Read off a copy of its state, so that nothing mends the state before the run does.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface Committed {
  /** Of all sources, from their beginnings. */
  readonly records: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Nothing where there is no state yet, or no record done, or the run came to its end. */
export function readCommitted(stateFolder: string): Committed | undefined {
  if (!existsSync(join(stateFolder, 'state.db'))) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'remodel-state-'));
  try {
    for (const name of ['state.db', 'state.db-wal']) {
      if (existsSync(join(stateFolder, name))) copyFileSync(join(stateFolder, name), join(folder, name));
    }
    return readState(join(folder, 'state.db'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readState(file: string): Committed | undefined {
  const database = new DatabaseSync(file);
  try {
    const first = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0];
    if (first("SELECT count(*) FROM sqlite_schema WHERE name = 'position'") === 0) return undefined;
    if (first("SELECT json FROM value WHERE name = 'ended'") === '"complete"') return undefined;
    const records = Number(first('SELECT sum(record) FROM position') ?? 0);
    const run = first("SELECT json FROM value WHERE name = 'run'");
    if (records === 0 || typeof run !== 'string') return undefined;
    return { records, startedAt: (JSON.parse(run) as Committed).startedAt };
  } finally {
    database.close();
  }
}
