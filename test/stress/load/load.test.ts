/** @module-tag matrix */
import { expect, it } from 'vitest';
import { loadByUploads } from './load-uploads.ts';

const UPLOADS = { uploads: 8, fileBytes: 400_000 };

it('stores all concurrent uploads of many visitors unchanged while pages are read', async () => {
  const { kept, lost, refused, meanwhile } = await loadByUploads(UPLOADS);
  expect({ kept, lost, refused, failures: meanwhile.failures }).toEqual({
    kept: UPLOADS.uploads,
    lost: 0,
    refused: 0,
    failures: 0,
  });
});
