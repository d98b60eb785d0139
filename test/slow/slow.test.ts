/** @module-tag matrix */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_ANSWER } from '../support/form-client.ts';
import { arrived, slowUploads } from './slow-uploads.ts';

const options = { uploads: 3, fileBytes: 150_000, kbitPerSecond: 256 };

it('files on slow lines arrive whole, without JavaScript', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-slow-'));
  const site = await startDemoSite({
    environment: { DATA_DIR: dataDir, CAPTCHA_TEST_ANSWER: TEST_ANSWER, RATE_LIMIT_PER_MINUTE: '0' },
  });
  const { statuses } = await slowUploads(site, site.pid, options);
  await site.stop();
  const sizes = [...(await arrived(dataDir)).values()].flat();
  await rm(dataDir, { recursive: true, force: true });
  expect(statuses).toEqual([303, 303, 303]);
  expect(sizes.filter((bytes) => bytes === options.fileBytes)).toHaveLength(options.uploads);
});
