import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ CONTENT_FRESH_S: '1', CONTENT_STALE_S: '3600' });

const ageOf = async (address: string, headers: Record<string, string> = {}) =>
  (await site().raw(address, { headers })).headers['x-content-age'] as string | undefined;

it.each(['/', '/history/_payload.json', '/search?keyword=a', '/apply', '/feed.xml', '/sitemap.xml'])(
  'X-Content-Age of %s is in whole seconds',
  async (address) => {
    for (const _time of [1, 2]) expect(await ageOf(address)).toMatch(/^\d+$/u);
  },
);

it.each(['/healthz', '/robots.txt', '/no/such/page'])('%s does not have X-Content-Age', async (address) => {
  expect(await ageOf(address)).toBeUndefined();
});

it('X-Content-Age grows only while the backend is down', async () => {
  const { headers } = await site().raw('/history');
  site().fake.goDown();
  await wait(2100);
  for (const own of [{}, { 'If-None-Match': `${headers.etag}` }] as Record<string, string>[])
    expect(Number(await ageOf('/history', own))).toBeGreaterThanOrEqual(2);
  site().fake.comeUp();
  await expect.poll(() => ageOf('/history')).toMatch(/^[01]$/u);
});
