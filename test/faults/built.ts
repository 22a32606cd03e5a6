// What is started, again and again? The sources as a few files, made of them once for each process: reading these takes
// half the time that reading some three hundred modules takes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';

export interface Built {
  readonly cli: string;
  /** As `library.ts` says. */
  readonly library: string;
  /** Is loaded before: watches what the others do to files and databases. */
  readonly preload: string;
}

let building: Promise<Built> | undefined;
let folder: string | undefined;

export function built(): Promise<Built> {
  folder ??= mkdtempSync(join(tmpdir(), 'remodel-built-'));
  return (building ??= buildIn(folder));
}

/** To be called when nothing more is to be started. */
export function removeBuilt(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
  building = undefined;
}

async function buildIn(dir: string): Promise<Built> {
  await build({
    cwd: resolve(import.meta.dirname, '../..'),
    // Threads are started by their files, which must stand beside the code that starts them.
    input: {
      cli: 'src/cli.ts',
      worker: 'src/run/worker.ts',
      'watchdog-thread': 'src/commands/watchdog-thread.ts',
      library: 'test/faults/library.ts',
      preload: 'test/faults/inject/preload.ts',
    },
    platform: 'node',
    external: /^node:/,
    logLevel: 'warn',
    output: { dir, format: 'esm', chunkFileNames: '[name].js' },
  });
  const [cli, library, preload] = ['cli', 'library', 'preload'].map((name) => join(dir, `${name}.js`));
  return { cli: cli!, library: library!, preload: preload! };
}
