import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    // It is to load what users write as Node does, not as the tests' own sources are loaded.
    server: { deps: { external: [/src\/plan\/script\/import-module\.ts$/] } },
    // Files share a process, which takes half the time; so none of them may leave anything behind in it.
    isolate: false,
    // One for each core, not one less: most of the time they wait for the processes that they start.
    maxWorkers: availableParallelism(),
    // Generous: processes and generated data take their time on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

export default config;
