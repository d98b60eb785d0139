import { afterAll, expect, it, vi } from 'vitest';
import { RETRY_DELAY_MS } from '../../src/content/backend/cache.ts';
import { data, PATHS } from '../support/fake-backend.ts';
import { jpegOf } from '../support/pictures.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

/** Moves the clock of the site forward. */
const { now } = Date;
let skippedMs = 0;
vi.spyOn(Date, 'now').mockImplementation(() => now() + skippedMs);
afterAll(() => vi.restoreAllMocks());

const FRESH_S = 60;
const site = siteForFile({ CONTENT_FRESH_S: `${FRESH_S}` });
const ARTICLE = '/articles/signed';
const PICTURE = '/assets/private.jpg';
const INLINE = '/assets/inline.jpg';
const LEAFLET = '/assets/leaflet.pdf';
const PRIVATE = [PICTURE, INLINE, LEAFLET];

const photograph = await jpegOf({ width: 1200, height: 750 });

let signatures = 0;
/** Returns a URL with a new signature. */
const sign = (path: string): string =>
  `${site().fake.url}${path}?OSSAccessKeyId=k&Expires=${1_700_000_000 + signatures}&Signature=s${signatures}%2B`;

/** Starts a private store, and a backend that signs URLs in each response, one of them with a soft hyphen of a word processor. */
function signEachResponse(more: Record<string, unknown> = {}): void {
  site().fake.override(PATHS.article, ({ query, language }) => {
    if (query.get('id') !== 'signed') return undefined;
    // The other language is refreshed at any time, and must not invalidate the URLs of the page.
    if (language === 'zh') signatures += 1;
    const attachments = [{ name: 'Leaflet', url: sign(LEAFLET) }];
    const content = `<p>Text<img alt="" src="${sign(INLINE).replaceAll('&', '&amp;')}"></p>`;
    const picUrl = sign(PICTURE).replace('private', 'pri\u00advate');
    return data({ id: 'signed', title: 'T', content, picUrl, attachments, ...more });
  });
  for (const path of PRIVATE)
    site().fake.override(path, ({ query }) => {
      if (query.get('Signature') !== `s${signatures}+`) return { status: 403 };
      if (path === LEAFLET) return undefined;
      return { headers: { 'Content-Type': 'image/jpeg' }, body: photograph };
    });
}

/** Lets the content expire and waits for its refresh. */
async function refresh(): Promise<void> {
  skippedMs += FRESH_S * 1000;
  const before = site().fake.calls(PATHS.article, 'zh');
  await site().raw(ARTICLE);
  await expect.poll(() => site().fake.calls(PATHS.article, 'zh')).toBeGreaterThan(before);
  await expect.poll(async () => Number((await site().raw(ARTICLE)).headers['x-content-age'])).toBeLessThan(5);
}

const etagOf = async () => (await site().raw(ARTICLE)).headers.etag;
const pictureCalls = () => [PICTURE, INLINE].map((path) => site().fake.calls(path));

it('new signatures change neither the page nor its images', async () => {
  signEachResponse();
  await expect.poll(async () => (await pageAt(site(), ARTICLE)).all('img', { width: '1200' }).length).toBe(2);
  const page = await pageAt(site(), ARTICLE);
  const { src = '' } = page.one('img', { fetchpriority: 'high' }).attributes;
  const media = await site().raw(src);
  expect(media.status).toBe(200);
  const [etag, calls] = [await etagOf(), pictureCalls()];
  expect(calls).toEqual([1, 1]);
  for (let time = 0; time < 3; time += 1) {
    await refresh();
    expect((await site().raw(src)).headers.etag).toBe(media.headers.etag);
    expect(await etagOf()).toBe(etag);
  }
  expect(pictureCalls()).toEqual(calls);
  const leaflet = page.hrefs().find((href) => href.startsWith('/files/')) ?? '';
  expect((await site().raw(leaflet)).status).toBe(200);
  expect(
    site()
      .fake.requests(LEAFLET)
      .map(({ query }) => query.get('Signature')),
  ).toEqual([`s${signatures}+`]);
});

it('other changes of a signed response change the page', async () => {
  signEachResponse();
  await refresh();
  const etag = await etagOf();
  signEachResponse({ title: 'Another' });
  await refresh();
  await expect.poll(etagOf).not.toBe(etag);
});

it.each([401, 403, 429, 503])(
  'images stay on the page while their source responds with %i',
  async (status) => {
    signEachResponse({ title: `Before ${status}` });
    await refresh();
    const sizedImages = async () => (await pageAt(site(), ARTICLE)).all('img', { width: '1200' });
    await expect.poll(async () => (await sizedImages()).length).toBe(2);
    const { src = '' } = (await sizedImages())[0]?.attributes ?? {};
    expect((await site().raw(src)).status).toBe(200);
    signEachResponse({ title: `After ${status}` });
    for (const path of [PICTURE, INLINE]) site().fake.override(path, { status });
    await refresh();
    site().fake.clearRequests();
    const fetches = async () => {
      skippedMs += RETRY_DELAY_MS;
      expect((await site().raw(src)).status).toBe(200);
      return site().fake.calls(PICTURE);
    };
    await expect.poll(fetches).toBeGreaterThan(0);
    const { heading } = await pageAt(site(), ARTICLE);
    expect([heading, (await sizedImages()).length]).toEqual([`After ${status}`, 2]);
    expect((await site().raw(src)).status).toBe(200);
  },
);
