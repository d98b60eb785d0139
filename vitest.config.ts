import { defineConfig } from 'vitest/config';

const BROWSER = 'test/browser/**/*.test.ts';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // What is waited for comes late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'site',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: [BROWSER],
        },
      },
      // On a busy machine a browser now and then misses a beat; a fault of the site is one the second time too.
      { extends: true, test: { name: 'browser', include: [BROWSER], retry: 1 } },
    ],
  },
});
