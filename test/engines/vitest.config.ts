import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { tags } from '../support/tags.ts';

/** The engines' tests are a command of their own: the engines have to be fetched. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '../..'),
    include: ['test/engines/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    tags,
    // An engine ends now and then by a fault of its own.
    retry: 1,
  },
});
