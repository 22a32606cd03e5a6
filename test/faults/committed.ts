// How much had a run committed when it died? Read off a copy of its state, so that nothing mends the state before the run does.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Records; none where there is no state yet, or the run came to its end. */
export function committedRecords(stateFolder: string): number {
  if (!existsSync(join(stateFolder, 'state.db'))) return 0;
  const folder = mkdtempSync(join(tmpdir(), 'remodel-state-'));
  try {
    for (const name of ['state.db', 'state.db-wal']) {
      if (existsSync(join(stateFolder, name))) copyFileSync(join(stateFolder, name), join(folder, name));
    }
    return readRecords(join(folder, 'state.db'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readRecords(file: string): number {
  const database = new DatabaseSync(file);
  try {
    const tables = database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE name = 'position'").get();
    if (tables?.['count'] === 0) return 0;
    const ended = database.prepare("SELECT json FROM value WHERE name = 'ended'").get()?.['json'];
    if (ended === '"complete"') return 0;
    return Number(database.prepare('SELECT sum(record) AS records FROM position').get()?.['records'] ?? 0);
  } finally {
    database.close();
  }
}
