import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PATHS } from '../support/fake-backend.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ CONTENT_FRESH_S: '0', CONTENT_STALE_S: '3600' });

const ARTICLES = Array.from({ length: 8 }, (_, index) => `/newsroom/press-room/p${index + 1}`);
const status = async (address: string) => (await site().raw(address)).status;

async function visitAll(): Promise<void> {
  for (const address of ARTICLES) expect([address, await status(address)]).toEqual([address, 200]);
}

it('a failing backend path is tried once a second, and used again with its first answer', async () => {
  await visitAll();
  site().fake.override(PATHS.article, { status: 503 });
  // A refresh of several keys may have started before the first of them failed.
  await visitAll();
  await expect.poll(() => site().services.contentCounts().openBreakers).toEqual([PATHS.article]);
  const startedAt = performance.now();
  site().fake.forgetCalls();
  for (let round = 0; round < 10; round += 1) {
    await visitAll();
    await wait(250);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  expect(site().fake.calls(PATHS.article)).toBeGreaterThan(0);
  expect(site().fake.calls(PATHS.article)).toBeLessThanOrEqual(seconds + 1);
  // What nobody has seen is tried at once.
  expect(await status('/newsroom/press-room/p9')).toBe(500);
  site().fake.restore();
  expect(await status('/newsroom/press-room/p9')).toBe(200);
  expect(site().services.contentCounts().openBreakers).toEqual([]);
});
