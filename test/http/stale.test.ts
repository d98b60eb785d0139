import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { code, data, PATHS, type Reply } from '../support/fake-backend.ts';
import { type Site, startSite } from '../support/site.ts';
import { pageAt } from '../support/site-for-file.ts';

let site: Site | undefined;
afterEach(() => site?.close());

const ARTICLE = '/newsroom/press-room/p2';
const status = async (address: string): Promise<number | undefined> => (await site?.raw(address))?.status;

/** A site whose content is never fresh, with an article that was read once. */
async function readOnce(staleS: string): Promise<Site> {
  site = await startSite({ CONTENT_FRESH_S: '0', CONTENT_STALE_S: staleS, API_TIMEOUT_MS: '1000' });
  expect(await status(ARTICLE)).toBe(200);
  return site;
}

const staleLines = (of: Site) => of.linesWith('served a stale response');

const FAILURES: [string, Reply][] = [
  ['a cut connection', { destroy: true }],
  ['silence', { hang: true }],
  ['HTTP 503', { status: 503 }],
  ['HTML', { body: '<p>Log in</p>' }],
  ['no envelope', { body: '[]' }],
  ['an article without its title', data({ id: 'p2', content: 'x' })],
  ['code 500', code(500)],
  ['code 1001', code(1001)],
];

describe('a stale copy younger than CONTENT_STALE_S', () => {
  it.each(FAILURES)('is served instead of %s, and the failure is logged', async (_, reply) => {
    const { fake, ...of } = await readOnce('60');
    fake.override(PATHS.article, reply);
    for (const _time of [1, 2, 3]) {
      const page = await pageAt({ ...of, fake }, ARTICLE);
      expect(page.status).toBe(200);
      expect(page.heading).toBe('新闻 2');
    }
    await vi.waitFor(() => expect(staleLines({ ...of, fake }).length).toBeGreaterThan(0), { timeout: 5000 });
    expect(staleLines({ ...of, fake })[0]?.level).toBe(40);
  });

  it('holds the whole site up while the backend is down', async () => {
    const of = await readOnce('60');
    for (const address of ['/', '/en', '/history']) expect(await status(address)).toBe(200);
    of.fake.goDown();
    for (const address of ['/', '/en', '/history', ARTICLE, '/'])
      expect([address, await status(address)]).toEqual([address, 200]);
    expect(await status('/readyz')).toBe(200);
  });

  it('does not help a page that was never seen: that one is an error page with the menu', async () => {
    const of = await readOnce('60');
    of.fake.goDown();
    expectErrorPage(await pageAt(of, '/annual-reports'), {
      status: 500,
      words: 'server',
      address: '/annual-reports',
      hasMenu: true,
    });
  });

  it('is replaced as soon as the backend answers again', async () => {
    const of = await readOnce('60');
    of.fake.override(
      PATHS.article,
      data({ id: 'p2', title: 'Changed', content: 'x', columnCode: 'Press Room' }),
    );
    await vi.waitFor(async () => expect((await pageAt(of, ARTICLE)).heading).toBe('Changed'), {
      timeout: 5000,
    });
  });

  it('of a search is logged without what was searched for', async () => {
    const of = await readOnce('60');
    const address = '/search?keyword=k-secret';
    expect(await status(address)).toBe(200);
    of.fake.override(PATHS.search, { destroy: true });
    expect(await status(address)).toBe(200);
    await vi.waitFor(() => expect(staleLines(of).some(({ path }) => path === PATHS.search)).toBe(true));
    expect(JSON.stringify(of.lines)).not.toContain('k-secret');
  });

  it('is asked for once while one refresh runs', async () => {
    const of = await readOnce('60');
    of.fake.override(PATHS.events, ({ language }) => ({
      delayMs: 800,
      ...data(of.fake.content[language].events),
    }));
    expect(await status('/history')).toBe(200);
    of.fake.forgetCalls();
    await Promise.all(Array.from({ length: 8 }, () => status('/history')));
    await expect.poll(() => of.fake.calls(PATHS.events)).toBe(1);
  });
});

describe('codes 400 to 499 are never papered over', () => {
  it.each([
    [404, 404, 'lost'],
    [403, 403, 'other'],
    [410, 410, 'other'],
    [499, 499, 'other'],
  ] as const)('code %i', async (number, expected, words) => {
    const of = await readOnce('60');
    of.fake.override(PATHS.article, code(number));
    await vi.waitFor(async () => expect(await status(ARTICLE)).toBe(expected), { timeout: 5000 });
    expectErrorPage(await pageAt(of, ARTICLE), { status: expected, words, address: ARTICLE });
    expect(staleLines(of)).toEqual([]);
  });

  it('an answer that the backend took back is not served when it fails later', async () => {
    const of = await readOnce('60');
    of.fake.override(PATHS.article, code(404));
    await vi.waitFor(async () => expect(await status(ARTICLE)).toBe(404), { timeout: 5000 });
    of.fake.override(PATHS.article, { destroy: true });
    expect(await status(ARTICLE)).toBe(500);
  });
});

it.each([
  ['null', data(null)],
  ['missing', { body: '{"code":0,"msg":""}' }],
])(
  'data %s for an article that was there says that it is gone, which is not papered over',
  async (_, reply) => {
    const of = await readOnce('60');
    of.fake.override(PATHS.article, reply);
    await vi.waitFor(async () => expect(await status(ARTICLE)).toBe(404), { timeout: 5000 });
    expect(staleLines(of)).toEqual([]);
  },
);

it('data null for anything but an article is covered by the stale copy', async () => {
  const of = await readOnce('60');
  expect(await status('/history')).toBe(200);
  of.fake.override(PATHS.events, data(null));
  for (const _time of [1, 2, 3]) expect(await status('/history')).toBe(200);
  await vi.waitFor(() => expect(staleLines(of).some(({ path }) => path === PATHS.events)).toBe(true));
});

describe('a stale copy older than CONTENT_STALE_S', () => {
  it('is not served any more', async () => {
    const of = await readOnce('1');
    of.fake.override(PATHS.article, { destroy: true });
    expect(await status(ARTICLE)).toBe(200);
    await wait(1100);
    expect(await status(ARTICLE)).toBe(500);
  });
});

describe('content that is fresh', () => {
  it('is not asked for again', async () => {
    site = await startSite();
    expect(await status('/history')).toBe(200);
    site.fake.forgetCalls();
    expect(await status('/history')).toBe(200);
    expect(site.fake.asked()).toEqual([]);
  });

  it('first asked for by many at once is asked of the backend once', async () => {
    site = await startSite();
    await Promise.all(Array.from({ length: 10 }, () => status('/history')));
    expect(site.fake.calls(PATHS.events)).toBe(1);
  });
});
