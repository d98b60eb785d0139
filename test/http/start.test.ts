import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { code, type FakeBackend, PATHS, startFakeBackend } from '../support/fake-backend.ts';
import { type Site, startSite } from '../support/site.ts';
import { pageAt } from '../support/site-for-file.ts';

let fake: FakeBackend;
let site: Site | undefined;

beforeEach(async () => {
  fake = await startFakeBackend();
});
afterEach(async () => {
  await site?.close();
  await fake.close();
});

const status = async (address: string): Promise<number | undefined> => (await site?.raw(address))?.status;

describe('a start with a dead backend', () => {
  beforeEach(async () => {
    fake.goDown();
    site = await startSite({ API_TIMEOUT_MS: '1000' }, { fake });
  });

  it('is alive and not ready', async () => {
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(503);
    expect((await site?.raw('/readyz'))?.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['/', 'zh'],
    ['/en', 'en'],
    ['/history', 'zh'],
    ['/en/newsroom/press-room/p1', 'en'],
    ['/search?keyword=a', 'zh'],
  ] as const)('%s is an error page without a menu', async (address, language) => {
    if (!site) throw new Error('no site');
    const page = await pageAt(site, address);
    expectErrorPage(page, { status: 500, words: 'server', language, address, hasMenu: false });
    expect(page.title).toContain(language === 'zh' ? '投资集团' : 'Investment Group');
  });

  it('serves what needs no content', async () => {
    expect(await status('/robots.txt')).toBe(200);
    expect(await status('/zh/history')).toBe(308);
    expect(await status('/en/history?lang=en')).toBe(303);
    expect(await status('/%ZZ')).toBe(400);
  });

  it('recovers by itself', async () => {
    fake.comeUp();
    await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), {
      timeout: 10_000,
      interval: 100,
    });
    if (!site) throw new Error('no site');
    const page = await pageAt(site, '/');
    expect(page.status).toBe(200);
    expect(page.menu).toBeDefined();
    expect(site.linesWith('content is not available yet').length).toBeGreaterThan(0);
    expectErrorPage(await pageAt(site, '/nope'), { status: 404, words: 'lost', address: '/nope' });
  });
});

describe('a start where one thing fails', () => {
  it.each([
    ['the menu', PATHS.menu, undefined],
    ['the group', PATHS.group, undefined],
    ['the introduction', PATHS.common, 'intro'],
  ] as const)('%s', async (_, path, componentCode) => {
    fake.override(path, ({ query }) =>
      query.get('componentCode') === (componentCode ?? null) ? code(500) : undefined,
    );
    site = await startSite({}, { fake });
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(503);
    for (const [address, language] of [
      ['/history', 'zh'],
      ['/en/history', 'en'],
    ] as const) {
      expectErrorPage(await pageAt(site, address), {
        status: 500,
        words: 'server',
        language,
        address,
        hasMenu: false,
      });
    }
    fake.restore();
    await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), {
      timeout: 10_000,
      interval: 100,
    });
    expect(await status('/history')).toBe(200);
  });

  it('the English menu alone: not ready, and English pages are errors', async () => {
    fake.override(PATHS.menu, ({ language }) => (language === 'en' ? code(500) : undefined));
    site = await startSite({}, { fake });
    expect(await status('/readyz')).toBe(503);
    expectErrorPage(await pageAt(site, '/en/history'), {
      status: 500,
      words: 'server',
      language: 'en',
      address: '/en/history',
      hasMenu: false,
    });
  });

  it('an empty introduction is no failure', async () => {
    fake.override(PATHS.common, () => ({ body: '{"code":0,"data":[],"msg":""}' }));
    site = await startSite({}, { fake });
    expect(await status('/readyz')).toBe(200);
    expect(await status('/')).toBe(200);
  });
});

describe('a start with a backend that answers', () => {
  it('has read menu, group and introduction of both languages before the first page', async () => {
    site = await startSite({}, { fake });
    for (const path of [PATHS.menu, PATHS.group, PATHS.common]) {
      expect([fake.calls(path, 'zh'), fake.calls(path, 'en')]).toEqual([1, 1]);
    }
    expect(fake.asked(PATHS.group).map(({ query }) => `${query}`)).toEqual(['code=group', 'code=group']);
    expect(await status('/readyz')).toBe(200);
  });

  it('health answers in JSON, uncached, to any visitor', async () => {
    site = await startSite({}, { fake });
    for (const address of ['/healthz', '/readyz']) {
      const { headers, text } = await site.raw(address);
      expect(headers['content-type']).toContain('application/json');
      expect(headers['cache-control']).toBe('no-store');
      expect(() => JSON.parse(text)).not.toThrow();
    }
  });
});
