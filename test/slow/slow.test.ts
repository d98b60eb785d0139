/**
 * @module-tag matrix
 */
import { expect, it } from 'vitest';
import { slowUploads } from './slow-uploads.ts';

const options = { uploads: 3, fileBytes: 150_000, kbitPerSecond: 256 };

it('files on slow lines arrive whole, without JavaScript', { timeout: 120_000 }, async () => {
  const { statuses, whole } = await slowUploads(options);
  expect(statuses).toEqual([303, 303, 303]);
  expect(whole).toBe(options.uploads);
});
