import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RETRY_MS } from '../../src/backend/cache.ts';
import { PATHS } from '../support/fake-backend.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ CONTENT_FRESH_S: '0', CONTENT_STALE_S: '3600' });

const ARTICLES = Array.from({ length: 8 }, (_, index) => `/newsroom/press-room/p${index + 1}`);
const status = async (address: string) => (await site().raw(address)).status;

async function visitAll(): Promise<void> {
  for (const address of ARTICLES) expect([address, await status(address)]).toEqual([address, 200]);
}

it('waits between the attempts to refresh a page whose backend fails, and shows the first new answer', async () => {
  await visitAll();
  site().fake.override(PATHS.article, { status: 503 });
  site().fake.forgetCalls();
  const startedAt = performance.now();
  for (let round = 0; round < 10; round += 1) {
    await visitAll();
    await wait(250);
  }
  const attempts = (performance.now() - startedAt) / RETRY_MS + 1;
  const calls = site().fake.asked(PATHS.article, 'zh').length;
  expect(calls).toBeGreaterThan(ARTICLES.length);
  expect(calls).toBeLessThanOrEqual(ARTICLES.length * attempts);
  // A page that was not seen before does not wait.
  expect(await status('/newsroom/press-room/p9')).toBe(500);
  site().fake.restore();
  expect(await status('/newsroom/press-room/p9')).toBe(200);
});
