import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  INNER_NAMES,
  innerUrls,
  namedInnerUrls,
  startInnerServer,
  startRedirector,
} from '../attack/support/inner-server.ts';
import { data, NOTHING_KEPT, PATHS } from '../support/fake-backend.ts';
import { SECTION_PAGES, withAddress } from '../support/fake-content.ts';
import { falsifyNames } from '../support/false-names.ts';
import { mediaAt } from '../support/media-href.ts';
import { backendKinds } from '../support/section-pages.ts';
import { type Site, startSite } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const inner = await startInnerServer();
const redirector = await startRedirector();
const INNER = `http://127.0.0.1:${inner.port}/pic.png`;
const SETTINGS = { ...NOTHING_KEPT, API_TIMEOUT_MS: '1500', LOG_LEVEL: 'warn' };
const site = siteForFile({ ...SETTINGS, ASSET_HOSTS: `*, ${redirector.host}` });

let names: ReturnType<typeof falsifyNames>;
beforeAll(() => {
  names = falsifyNames(INNER_NAMES);
});
beforeEach(() => {
  inner.asked.length = 0;
});
afterAll(async () => {
  names.restore();
  await Promise.all([inner.close(), redirector.close()]);
});

/** The page of an article that names one address wherever an article can. */
async function articleWith(url: string, on = site()) {
  const article = { id: 'x', title: 'T', picUrl: url, attachments: [{ name: 'F', url }] };
  on.fake.override(PATHS.article, data({ ...article, content: `<p>W <img src="${url}" alt="P"></p>` }));
  const page = await pageAt(on, '/articles/x');
  const sources = page.all('img').map(({ attributes }) => attributes.src ?? '');
  const hrefs = page.hrefs();
  // The frame of every page has a picture of its own.
  const files = [...new Set([...sources, ...hrefs])].filter((href) =>
    /^\/files\/.*(?<!\/qr\.png)$/u.test(href),
  );
  return { page, sources, hrefs, files };
}

/** Asks for a file in each way that there is, and gives what was answered. */
async function statusesOf(href: string, on: Site = site()): Promise<number[]> {
  const answers = [
    await on.raw(href),
    await on.raw(href, { method: 'HEAD' }),
    await on.raw(href, { headers: { Range: 'bytes=0-9' } }),
    await on.raw(mediaAt(href, 320)),
  ];
  return answers.map(({ status }) => status);
}

const NONE = [404, 404, 404, 404];

describe('a server of the internal network', () => {
  it.each(innerUrls(inner.port))('is not asked as %s: no picture, and a plain link', async (url) => {
    const { page, sources, hrefs, files } = await articleWith(url);
    expect(page.status).toBe(200);
    expect(page.mainText).toContain('W');
    expect(files).toEqual([]);
    expect(sources.filter((source) => source.includes('pic.png'))).toEqual([]);
    expect(hrefs).toContain(new URL(url).href);
    expect(inner.asked).toEqual([]);
  });

  it.each(namedInnerUrls(inner.port))('is not asked by the name %s, however often', async (url) => {
    const { files } = await articleWith(url);
    for (const href of files) {
      for (let round = 0; round < 2; round += 1)
        expect((await statusesOf(href)).filter((status) => status < 400)).toEqual([]);
    }
    expect(inner.asked).toEqual([]);
    expect(names.asked[new URL(url).hostname]).toBe(INNER_NAMES[new URL(url).hostname]?.length);
  });

  it('is left out of later pages once its name was looked up', async () => {
    const url = `http://loopback.example:${inner.port}/later.png`;
    await articleWith(url);
    const { files, hrefs } = await articleWith(url);
    expect(files).toEqual([]);
    expect(hrefs).toContain(url);
  });

  it.each(backendKinds)('is not asked for records of %s', async (kind) => {
    const { fake } = site();
    fake.override(PATHS[kind], data(withAddress(fake.content.zh, kind, INNER)));
    const { status, text } = await site().raw(SECTION_PAGES[kind]);
    expect(status).toBe(200);
    expect(text).not.toMatch(/\/(?:files|media)\/[^"]*pic\.png/u);
    expect(text.includes(`href="${INNER}"`)).toBe(
      /fileUrl|linkUrl/u.test(JSON.stringify(fake.content.zh[kind])),
    );
    expect(inner.asked).toEqual([]);
  });

  it.each([INNER, ...namedInnerUrls(inner.port), `//127.0.0.1:${inner.port}/pic.png`])(
    'is not asked after a redirect of an allowed host to %s',
    async (target) => {
      for (const hops of [0, 1, 2]) {
        const { files } = await articleWith(redirector.urlTo(target, hops));
        expect(files).toHaveLength(1);
        for (const href of files)
          expect((await statusesOf(href)).filter((status) => status < 400)).toEqual([]);
      }
      expect(inner.asked).toEqual([]);
    },
  );

  it('is not asked after a redirect of the backend itself', async () => {
    site().fake.override('/assets/moved.png', { status: 302, headers: { Location: INNER } });
    const { files } = await articleWith('/assets/moved.png');
    expect(files).toHaveLength(1);
    for (const href of files) expect(await statusesOf(href)).toEqual(NONE);
    expect(inner.asked).toEqual([]);
  });

  it('may be named, and is asked from then on, also after a redirect', async () => {
    const open = await startSite(
      { ...SETTINGS, ASSET_HOSTS: `127.0.0.1:${inner.port},${redirector.host}` },
      { fake: site().fake },
    );
    for (const url of [INNER, redirector.urlTo(INNER, 2)]) {
      const { files } = await articleWith(url, open);
      for (const href of files) expect((await open.raw(href)).status).toBe(200);
      expect(files).toHaveLength(1);
    }
    const { files } = await articleWith(INNER, open);
    await open.close();
    inner.asked.length = 0;
    for (const href of files) expect(await statusesOf(href)).toEqual(NONE);
    expect(inner.asked).toEqual([]);
  });
});

describe('the backend itself', () => {
  const SECRET = '{"code":0,"data":[{"mobile":"13800000000"}]}';

  it.each([
    ['application/json', SECRET],
    ['application/json;charset=UTF-8', SECRET],
    ['application/vnd.spring-boot.actuator.v3+json', SECRET],
    ['text/html; charset=utf-8', '<h1>Console</h1>'],
    ['application/xml', '<users/>'],
    ['text/javascript', 'secret()'],
    ['text/plain;version=0.0.4', 'jvm_memory_used_bytes 1'],
    ['application/octet-stream', 'JAVA PROFILE'],
  ])('is asked without API_HEADERS, and what it says as %s is not passed on', async (type, body) => {
    const path = '/admin-api/system/user/list';
    site().fake.override(path, { headers: { 'Content-Type': type }, body });
    site().fake.forgetCalls();
    const { files } = await articleWith(`${site().fake.url}${path}`);
    for (const href of files) {
      expect(await statusesOf(href)).toEqual(NONE);
      expect((await site().raw(href)).text).not.toContain(body);
    }
    expect(files).toHaveLength(1);
    expect(site().fake.asked(path).length).toBeGreaterThan(0);
    for (const { headers } of site().fake.asked(path)) expect(headers['x-tenant']).toBeUndefined();
  });

  it('is asked where nothing else is allowed', async () => {
    const closed = await startSite({ ...SETTINGS, ASSET_HOSTS: '' }, { fake: site().fake });
    const own = await articleWith(`${site().fake.url}/assets/mark.png`, closed);
    for (const href of own.files) expect((await closed.raw(href)).status).toBe(200);
    const other = await articleWith('https://cdn.example/pic.png', closed);
    expect([own.files.length, other.files.length]).toEqual([1, 0]);
    expect(other.hrefs).toContain('https://cdn.example/pic.png');
    await closed.close();
  });
});

it('a host that is not asked is logged once, with the reason', async () => {
  const own = await startSite({ ...SETTINGS, ASSET_HOSTS: '*.example' }, { fake: site().fake });
  for (const address of ['a.png', 'b.png']) {
    await articleWith(`https://cdn.other/${address}`, own);
    await articleWith(`http://zero.example/${address}`, own);
  }
  const lines = own.lines.filter(({ msg }) => msg === 'asset host refused');
  expect(lines.map(({ host, reason }) => `${host}: ${reason}`).sort()).toEqual([
    'cdn.other: not in ASSET_HOSTS',
    'zero.example: no public address',
  ]);
  await own.close();
});
