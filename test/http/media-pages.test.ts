import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { Failure } from '../../src/lib/failures.ts';
import { expectErrorPage } from '../support/error-page.ts';
import { data, PATHS, type Reply } from '../support/fake-backend.ts';
import { fileHref } from '../support/file-href.ts';
import { itFirst } from '../support/matrix.ts';
import { mediaAt } from '../support/media-href.ts';
import { jpegOf } from '../support/pictures.ts';
import type { Site } from '../support/site.ts';
import { pageAt } from '../support/site-for-file.ts';
import { sitesOnOneBackend } from '../support/sites-on-one-backend.ts';

const ASSET = '/assets/cover.jpg';
const ARTICLE = '/articles/x';

/** Far longer than a page may wait for its pictures, and far shorter than the pictures take. */
const API_TIMEOUT_MS = '10000';
const PAGE_MS = 4000;

const photograph = await jpegOf({ width: 1200, height: 750 });
const jpeg: Reply = { headers: { 'Content-Type': 'image/jpeg' }, body: photograph };

const sites = sitesOnOneBackend({ API_TIMEOUT_MS });
const { start } = sites;

/** An article with the picture at its head and in its text. */
function write(reply: Reply): void {
  sites.fake.override(ASSET, reply);
  const content = `<p>words</p><p><img src="${ASSET}" alt="two"></p>`;
  sites.fake.override(PATHS.article, data({ id: 'x', title: 'T', content, picUrl: ASSET }));
}

/** The pictures of the article's page: the one at its head, with its frame, and the one in its text. */
async function picturesOf(site: Site) {
  const page = await pageAt(site, ARTICLE);
  expect(page.status).toBe(200);
  const [head, inText] = page.all('img').filter(({ attributes }) => attributes.src?.endsWith('/cover.jpg'));
  return {
    head: head?.attributes ?? {},
    inText: inText?.attributes ?? {},
  };
}

const TROUBLES: [string, Reply][] = [
  ['is missing', { status: 404 }],
  ['is HTTP 500', { status: 500 }],
  ['cuts the connection', { destroy: true }],
  ['never comes', { hang: true }],
  ['comes late', { ...jpeg, delayMs: 6000 }],
];

describe('a page', () => {
  it('names the size and the files of each picture', async () => {
    write(jpeg);
    const { head, inText } = await picturesOf(await start());
    for (const attributes of [head, inText]) {
      expect(attributes.src).toMatch(/^\/media\/[\w-]+\/960\/cover\.jpg$/u);
      expect(attributes.srcset).toMatch(/^\/media\/[\w-]+\/160\/cover\.jpg 160w, .* 1200w$/u);
      expect([attributes.width, attributes.height]).toEqual(['1200', '750']);
    }
    expect([head.fetchpriority, head.loading, inText.loading]).toEqual(['high', undefined, 'lazy']);
  });

  it('names its picture for networks in a width that they take, with its size', async () => {
    write(jpeg);
    const site = await start();
    await picturesOf(site);
    const { property } = await pageAt(site, ARTICLE);
    expect(property('og:image')).toMatch(/^https:\/\/www\.group\.example\/media\/[\w-]+\/1280\/cover\.jpg$/u);
    expect([property('og:image:width'), property('og:image:height')]).toEqual(['1200', '750']);
  });

  it.each(TROUBLES)('whose picture %s is there soon, whole but for that', async (_, trouble) => {
    write(trouble);
    const site = await start();
    const startedAt = performance.now();
    await picturesOf(site);
    expect(performance.now() - startedAt).toBeLessThan(PAGE_MS);
    const { head, inText } = await picturesOf(site);
    for (const attributes of [head, inText]) {
      expect(attributes.src).toMatch(/^\/files\/[\w-]+\/cover\.jpg$/u);
      expect(attributes.srcset).toBeUndefined();
    }
  });

  itFirst(2, TROUBLES.slice(0, 3))(
    'whose picture %s has it as soon as content is asked anew',
    async (_, trouble) => {
      write(trouble);
      const site = await start({ CONTENT_FRESH_S: '1' });
      await picturesOf(site);
      sites.fake.override(ASSET, jpeg);
      await expect.poll(async () => (await picturesOf(site)).head.srcset, { timeout: 4000 }).toBeDefined();
    },
  );

  it('that did not wait for its picture has it as soon as that is there, however long content is fresh', async () => {
    write({ ...jpeg, delayMs: 1000 });
    const site = await start({ CONTENT_FRESH_S: '3600' });
    expect((await picturesOf(site)).head.srcset).toBeUndefined();
    await expect.poll(async () => (await picturesOf(site)).head.srcset, { timeout: 10_000 }).toBeDefined();
  });

  it('that did not wait for its picture is not another one when that is there', async () => {
    write({ ...jpeg, delayMs: 1000 });
    const site = await start({ CONTENT_FRESH_S: '3600' });
    const hashOf = async () =>
      /<meta name="payload" content="([^"]+)"/u.exec((await site.raw(ARTICLE)).text)?.[1] ?? 'none';
    const hash = await hashOf();
    await vi.waitFor(async () => expect((await site.raw(ARTICLE)).text).toContain('/media/'), {
      timeout: 10_000,
      interval: 200,
    });
    expect(await hashOf()).toBe(hash);
    expect((JSON.parse((await site.raw(`${ARTICLE}/_payload.json`)).text) as { hash: string }).hash).toBe(
      hash,
    );
  });

  it('keeps no page without its picture for longer than content is fresh, and one with it for as long as it may', async () => {
    write({ status: 404 });
    const site = await start({ CONTENT_FRESH_S: '1' });
    await picturesOf(site);
    await picturesOf(site);
    expect(sites.fake.calls(ASSET)).toBe(1);
    sites.fake.override(ASSET, jpeg);
    await expect.poll(async () => (await picturesOf(site)).head.srcset, { timeout: 4000 }).toBeDefined();
    const calls = sites.fake.calls(ASSET);
    sites.fake.override(ASSET, { status: 404 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await picturesOf(site)).head.srcset).toBeDefined();
    expect(sites.fake.calls(ASSET)).toBe(calls);
  });

  it('of the form and of an error know their pictures too', async () => {
    sites.fake.override('/assets/mark.png', jpeg);
    for (const language of ['zh', 'en'] as const)
      sites.fake.content[language].group.logoUrl = '/assets/mark.png';
    const site = await start();
    for (const address of ['/apply', '/no/such/page']) {
      const isKnown = async () =>
        (await pageAt(site, address))
          .all('img')
          .some(({ attributes }) => attributes.src?.startsWith('/media/'));
      await expect.poll(isKnown, { timeout: 10_000 }).toBe(true);
    }
  });
});

describe('a restart with the backend off', () => {
  it('still has every picture that was seen, in sizes too that nobody asked for before', async () => {
    write(jpeg);
    const first = await start();
    const href = await fileHref(first, ASSET);
    expect((await first.raw(mediaAt(href, 320))).status).toBe(200);
    sites.fake.goDown();
    const second = await start({}, false);
    for (const width of [320, 640]) {
      const { status, body } = await second.raw(mediaAt(href, width), { headers: { Accept: 'image/webp' } });
      expect([status, (await sharp(body).metadata()).width]).toEqual([200, width]);
    }
  });
});

describe('a disk that keeps nothing', () => {
  it('is no reason to show nothing', async () => {
    await writeFile(path.join(sites.dataDir, 'media'), 'no folder');
    write(jpeg);
    const site = await start();
    const { src = '' } = (await picturesOf(site)).head;
    const address = src.replace('/960/', '/320/');
    for (const accept of ['image/avif', 'image/avif', 'image/webp'])
      expect((await site.raw(address, { headers: { Accept: accept } })).headers['content-type']).toBe(accept);
  });
});

describe('a site that has too much to do', () => {
  it('says when to come again', async () => {
    write(jpeg);
    const site = await start();
    const address = mediaAt(await fileHref(site, ASSET), 320);
    const busy = vi.spyOn(site.services.pictures, 'media').mockRejectedValue(new Failure('busy'));
    const page = await pageAt(site, address);
    expect([page.status, page.headers['cache-control']]).toEqual([503, 'no-store']);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    busy.mockRestore();
    expect((await site.raw(address)).status).toBe(200);
  });

  it('does one size of one picture once, for however many', async () => {
    write(jpeg);
    const site = await start();
    const address = mediaAt(await fileHref(site, ASSET), 640);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => site.raw(address, { headers: { Accept: 'image/avif' } })),
    );
    expect([...new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`))]).toHaveLength(1);
    expect(sites.fake.calls(ASSET)).toBe(1);
  });
});

it('a picture that cannot be had has an error page at the address of its sizes', async () => {
  write({ hang: true });
  const site = await start({ API_TIMEOUT_MS: '800' });
  const address = mediaAt(await fileHref(site, ASSET), 320);
  expectErrorPage(await pageAt(site, address), { status: 404, words: 'lost', address });
});
