import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { failWithoutCases } from './test/support/fail-without-cases.ts';
import { tags } from './test/support/tags.ts';

/** React renders as it does in the site, and several times as fast as in development. */
process.env.NODE_ENV = 'production';

const UNIT = ['src/**/*.test.ts', 'test/*.test.ts', 'test/views/**/*.test.tsx'];
/** What the store, its backups and its commands do, over a real PostgreSQL too. */
const POSTGRES = ['src/applications/{store,backup}/**/*.test.ts', 'src/cli/applications/**/*.test.ts'];
/** Their names say that they are for PostgreSQL alone. */
const POSTGRES_ALONE = '**/postgres*.test.ts';
/** Of SQLite's file, or of no database at all. */
const NOT_POSTGRES = [
  'src/applications/store/data-folder.test.ts',
  'src/applications/store/engine/{database,erase}.test.ts',
  'src/cli/applications/{export-*,options,show}.test.ts',
];
/** They look at the demo group's site from outside. */
const BROWSER = ['test/{accessibility,browser,crawl}/**/*.test.ts'];
/** A command of their own runs them: the engines have to be fetched. */
const ENGINES = 'test/engines/**';

/** Compares times on an idle and an attacked site, which other tests would distort. */
const TIMED = ['test/stress/neighbours/*.test.ts'];

/** Many of these tests wait for a clock or a process: a third worker uses the cores meanwhile. */
const MANY_WAIT = { maxWorkers: 3, sequence: { groupOrder: 1 } };

/** `npm test` leaves out files whose cases all have the tag `matrix`; a file that it runs must have cases. */
const leavesOutMatrix = process.argv.some((argument) => argument === '--tagsFilter=!matrix');
const MATRIX_FILES = leavesOutMatrix
  ? globSync('{src,test}/**/*.test.{ts,tsx}').filter((file) =>
      readFileSync(file, 'utf8').includes('@module-tag matrix'),
    )
  : [];

export default defineConfig({
  test: {
    reporters: leavesOutMatrix ? ['default', failWithoutCases] : ['default'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    tags,
    // What is waited for comes late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT,
          exclude: [POSTGRES_ALONE, ...MATRIX_FILES],
          isolate: false,
          ...MANY_WAIT,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: POSTGRES,
          exclude: NOT_POSTGRES,
          globalSetup: 'test/support/postgres-setup.ts',
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
          exclude: [...UNIT, ...BROWSER, ...TIMED, ENGINES, ...MATRIX_FILES],
        },
      },
      {
        extends: true,
        test: {
          name: 'timed',
          include: TIMED,
          exclude: MATRIX_FILES,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER,
          exclude: MATRIX_FILES,
          globalSetup: 'test/support/sites-setup.ts',
          isolate: false,
        },
      },
    ],
  },
});
