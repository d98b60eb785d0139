/** @module-tag matrix */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { SiteError } from '../../src/lib/failures.ts';
import { data, PATHS, type Reply } from '../support/fake-backend.ts';
import { fileHref, mediaAt } from '../support/file-href.ts';
import { jpegOf } from '../support/pictures.ts';
import type { Site } from '../support/site.ts';
import { pageAt } from '../support/site-for-file.ts';
import { sitesOnOneBackend } from '../support/sites-on-one-backend.ts';

const ASSET = '/assets/cover.jpg';
const ARTICLE = '/articles/x';
const PATIENCE = { timeout: 10_000 };

const jpeg: Reply = {
  headers: { 'Content-Type': 'image/jpeg' },
  body: await jpegOf({ width: 1200, height: 750 }),
};
/** Reply that takes longer than a page waits for its pictures. */
const late: Reply = { ...jpeg, delayMs: 1000 };

const sites = sitesOnOneBackend({ API_TIMEOUT_MS: '10000' });
const { start } = sites;

/** Creates an article with the picture at its head and in its text. */
function write(reply: Reply): void {
  sites.fake.override(ASSET, reply);
  const content = `<p>words</p><p><img src="${ASSET}" alt="two"></p>`;
  sites.fake.override(PATHS.article, data({ id: 'x', title: 'T', content, picUrl: ASSET }));
}

async function picturesOf(site: Site) {
  const page = await pageAt(site, ARTICLE);
  expect(page.status).toBe(200);
  const pictures = page.all('img').filter(({ attributes }) => attributes.src?.endsWith('/cover.jpg'));
  const [head = {}, inText = {}] = pictures.map(({ attributes }) => attributes);
  return { page, head, inText };
}
const untilResized = (site: Site) =>
  expect.poll(async () => (await picturesOf(site)).head.srcset, PATIENCE).toBeDefined();

describe('a page with pictures', () => {
  it('a page names the size and resized files of each picture', async () => {
    write(jpeg);
    const { page, head, inText } = await picturesOf(await start());
    for (const attributes of [head, inText]) {
      expect(attributes.src).toMatch(/^\/media\/[\w-]+\/960\/cover\.jpg$/u);
      expect(attributes.srcset).toMatch(/^\/media\/[\w-]+\/160\/cover\.jpg 160w, .* 1200w$/u);
      expect([attributes.width, attributes.height]).toEqual(['1200', '750']);
    }
    expect([head.fetchpriority, head.loading, inText.loading]).toEqual(['high', undefined, 'lazy']);
    expect(page.property('og:image')).toMatch(
      /^https:\/\/www\.group\.example\/media\/[\w-]+\/1280\/cover\.jpg$/u,
    );
    expect([page.property('og:image:width'), page.property('og:image:height')]).toEqual(['1200', '750']);
  });

  it.each<[string, Reply]>([
    ['is missing', { status: 404 }],
    ['never arrives', { hang: true }],
    ['is HTTP 500', { status: 500 }],
    ['is cut', { destroy: true }],
  ])('a page whose picture %s names the file without waiting for it', async (_, trouble) => {
    write(trouble);
    const site = await start();
    const startedAt = performance.now();
    await picturesOf(site);
    expect(performance.now() - startedAt).toBeLessThan(4000);
    const { head, inText } = await picturesOf(site);
    for (const { src, srcset } of [head, inText])
      expect([src, srcset]).toEqual([expect.stringMatching(/^\/files\/[\w-]+\/cover\.jpg$/u), undefined]);
  });

  it('a page has a late picture as soon as its size is known', async () => {
    write(late);
    const site = await start({ CONTENT_FRESH_S: '3600' });
    const hashOf = ({ page }: Awaited<ReturnType<typeof picturesOf>>) => page.meta('payload');
    const before = await picturesOf(site);
    expect(before.head.srcset).toBeUndefined();
    await untilResized(site);
    expect(hashOf(await picturesOf(site))).toBe(hashOf(before));
  });

  it('a page is cached without its picture only while its content is fresh', async () => {
    write({ status: 404 });
    const site = await start({ CONTENT_FRESH_S: '1' });
    for (const _time of [1, 2]) await picturesOf(site);
    expect(sites.fake.calls(ASSET)).toBe(1);
    sites.fake.override(ASSET, jpeg);
    await untilResized(site);
    const calls = sites.fake.calls(ASSET);
    sites.fake.override(ASSET, { status: 404 });
    await wait(1500);
    expect((await picturesOf(site)).head.srcset).toBeDefined();
    expect(sites.fake.calls(ASSET)).toBe(calls);
  });

  it('a page without a payload has resized pictures too', async () => {
    sites.fake.override('/assets/mark.png', jpeg);
    const site = await start();
    for (const address of ['/apply', '/no/such/page']) {
      const isResized = async () => (await site.raw(address)).text.includes(' src="/media/');
      await expect.poll(isResized, PATIENCE).toBe(true);
    }
  });
});

it('serves pictures if the disk cannot store them', async () => {
  await writeFile(path.join(sites.dataDir, 'media'), 'no folder');
  write(jpeg);
  const site = await start();
  const { src = '' } = (await picturesOf(site)).head;
  for (const type of ['image/avif', 'image/webp']) {
    const { headers } = await site.raw(src.replace('/960/', '/320/'), { headers: { Accept: type } });
    expect(headers['content-type']).toBe(type);
  }
});

it('a busy site returns 503 with Retry-After for a picture', async () => {
  write(jpeg);
  const site = await start();
  const address = mediaAt(await fileHref(site, ASSET), 320);
  const busy = vi.spyOn(site.services.pictures, 'media').mockRejectedValue(new SiteError('busy'));
  const { status, headers } = await site.raw(address);
  expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  busy.mockRestore();
  expect((await site.raw(address)).status).toBe(200);
});
