import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    // Files share a process, which takes half the time; so none of them may leave anything behind in it.
    isolate: false,
    // Generous: processes and generated data take their time on a busy machine.
    testTimeout: 60_000,
  },
});

export default config;
