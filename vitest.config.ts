import { defineConfig } from 'vitest/config';

const BROWSER = 'test/browser/**/*.test.ts';
/** A command of their own runs them: the engines have to be fetched. */
const ENGINES = 'test/engines/**';

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
          exclude: [BROWSER, ENGINES],
        },
      },
      // On a busy machine a browser now and then misses a beat; a fault of the site is one the second time too.
      { extends: true, test: { name: 'browser', include: [BROWSER], retry: 1 } },
    ],
  },
});
