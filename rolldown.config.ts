// The command as few files: reading them takes a fraction of the time that some three hundred modules take.
import type { RolldownOptions } from 'rolldown';

const options: RolldownOptions = {
  // Threads are started by their files, which must stand beside the code that starts them.
  input: { cli: 'src/cli.ts', worker: 'src/run/worker.ts', 'watchdog-thread': 'src/commands/watchdog-thread.ts' },
  platform: 'node',
  external: /^node:/,
  output: { dir: 'dist/command', format: 'esm', chunkFileNames: '[name].js' },
};

export default options;
