import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { tags } from '../support/tags.ts';

/** Configuration of a separate command, because the engines are downloaded. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '../..'),
    include: ['test/engines/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    tags,
  },
});
