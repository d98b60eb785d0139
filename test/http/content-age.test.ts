import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PATHS } from '../support/fake-backend.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ CONTENT_FRESH_S: '1', CONTENT_STALE_S: '3600' });

const ageOf = async (address: string, headers: Record<string, string> = {}) =>
  (await site().raw(address, { headers })).headers['x-content-age'] as string | undefined;

describe('X-Content-Age', () => {
  it.each([
    '/',
    '/en/history',
    '/history/_payload.json',
    '/search?keyword=a',
    '/apply',
    '/feed.xml',
    '/sitemap.xml',
  ])('is on %s, in whole seconds, rendered or kept', async (address) => {
    for (const _time of [1, 2]) expect(await ageOf(address)).toMatch(/^\d+$/u);
  });

  it.each(['/healthz', '/robots.txt', '/no/such/page'])(
    'is not on %s, which is no content',
    async (address) => {
      expect(await ageOf(address)).toBeUndefined();
    },
  );

  it('grows while the backend is away, with what was not changed too, and is small again when it is back', async () => {
    const { headers } = await site().raw('/history');
    site().fake.goDown();
    await wait(2100);
    for (const own of [{}, { 'If-None-Match': `${headers.etag}` }] as Record<string, string>[]) {
      expect(Number(await ageOf('/history', own))).toBeGreaterThanOrEqual(2);
    }
    site().fake.comeUp();
    await expect.poll(() => ageOf('/history')).toMatch(/^[01]$/u);
  });

  it('is that of the oldest answer that a page was made of', async () => {
    await site().raw('/history');
    site().fake.override(PATHS.events, { destroy: true });
    await wait(2100);
    await expect.poll(async () => Number(await ageOf('/annual-reports'))).toBeLessThan(2);
    expect(Number(await ageOf('/history'))).toBeGreaterThanOrEqual(2);
  });

  it('is not to be seen by visitors', async () => {
    expect((await site().raw('/')).text.toLowerCase()).not.toContain('content-age');
  });
});
