/**
 * @module-tag matrix
 */
import { expect, it } from 'vitest';
import { move } from './move.ts';

it('a site moved to several machines and back exports the same', { timeout: 180_000 }, async () => {
  const { applications, files, faults } = await move({ applications: 10, megabytes: 30 });
  expect({ applications, files, faults }).toEqual({ applications: 10, files: 20, faults: [] });
});
