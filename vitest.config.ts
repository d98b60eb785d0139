import { defineConfig } from 'vitest/config';

/** React renders as it does in the site, and several times as fast as in development. */
process.env.NODE_ENV = 'production';

const UNIT = ['src/**/*.test.ts', 'test/*.test.ts', 'test/views/**/*.test.tsx'];
/** They look at the demo group's site from outside. */
const BROWSER = ['test/browser/**/*.test.ts', 'test/crawl/**/*.test.ts'];
/** A command of their own runs them: the engines have to be fetched. */
const ENGINES = 'test/engines/**';

/** Many of these tests wait for a clock or a process: a third worker uses the cores meanwhile. */
const MANY_WAIT = { maxWorkers: 3, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    tags: [{ name: 'matrix', description: 'one more case of what another test shows' }],
    // What is waited for comes late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT,
          isolate: false,
          ...MANY_WAIT,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['test/**/*.test.ts'],
          isolate: false,
          ...MANY_WAIT,
          exclude: [...UNIT, ...BROWSER, ENGINES],
        },
      },
      // On a busy machine a browser now and then misses a beat; a fault of the site is one the second time too.
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER,
          globalSetup: 'test/support/sites-setup.ts',
          isolate: false,
          retry: 1,
        },
      },
    ],
  },
});
