import { describe, expect, it } from 'vitest';
import { expectErrorPage } from '../support/error-page.ts';
import { code, PATHS } from '../support/fake-backend.ts';
import type { Site } from '../support/site.ts';
import { pageAt } from '../support/site-for-file.ts';
import { sitesOnOneBackend } from '../support/sites-on-one-backend.ts';

const sites = sitesOnOneBackend();
let site: Site;

const status = async (address: string) => (await site.raw(address)).status;
const untilReady = () => expect.poll(() => status('/readyz')).toBe(200);

it('a site that starts with the backend down recovers automatically', async () => {
  sites.fake.goDown();
  site = await sites.start({ API_TIMEOUT_MS: '1000' });
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
  for (const [address, language, name] of [
    ['/', 'zh', '投资集团'],
    ['/en/newsroom/press-room/p1', 'en', 'Investment Group'],
    ['/search?keyword=a', 'zh', '投资集团'],
  ] as const) {
    const page = await pageAt(site, address);
    expectErrorPage(page, { status: 500, error: 'server', language, address, hasMenu: false });
    expect(page.title).toContain(name);
  }
  for (const [address, expected] of [
    ['/robots.txt', 200],
    ['/zh/history', 308],
    ['/en/history?lang=en', 303],
    ['/%ZZ', 400],
  ] as const)
    expect([address, await status(address)]).toEqual([address, expected]);
  sites.fake.comeUp();
  await untilReady();
  expect((await pageAt(site, '/')).menu).toBeDefined();
  expect(site.linesWith('content is not available yet')[0]).toMatchObject({
    reason: expect.stringMatching(/^unreachable: .+ \(.+\)$/u),
  });
});

describe('the start of a site', () => {
  it.each([
    ['menu', PATHS.menu, null],
    ['group', PATHS.group, null],
    ['introduction', PATHS.common, 'intro'],
  ] as const)('a site without the English %s is not ready', async (_, path, componentCode) => {
    sites.fake.override(path, ({ query, language }) =>
      language === 'en' && query.get('componentCode') === componentCode ? code(500) : undefined,
    );
    site = await sites.start();
    expect([await status('/healthz'), await status('/readyz'), await status('/en/history')]).toEqual([
      200, 503, 500,
    ]);
    sites.fake.restore();
    await untilReady();
    expect(await status('/en/history')).toBe(200);
  });

  it('a site with an empty introduction is ready', async () => {
    sites.fake.override(PATHS.common, () => ({ body: '{"code":0,"data":[],"msg":""}' }));
    site = await sites.start();
    expect([await status('/readyz'), await status('/')]).toEqual([200, 200]);
  });

  it('reads the menu, group and introduction of both languages once at the start', async () => {
    site = await sites.start();
    for (const path of [PATHS.menu, PATHS.group, PATHS.common])
      expect([sites.fake.calls(path, 'zh'), sites.fake.calls(path, 'en')]).toEqual([1, 1]);
    for (const address of ['/healthz', '/readyz']) {
      const { status: answered, headers, text } = await site.raw(address);
      expect([answered, headers['cache-control']]).toEqual([200, 'no-store']);
      expect(headers['content-type']).toContain('application/json');
      expect(JSON.parse(text)).toBeDefined();
    }
  });
});
