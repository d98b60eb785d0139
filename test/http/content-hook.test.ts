import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { code, data, PATHS } from '../support/fake-backend.ts';
import { type Site, startSite } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const TOKEN = 'a-token-of-the-backend-alone';
/** Content is not refreshed automatically during a test. */
const LONG_FRESH = { CONTENT_FRESH_S: '3600', CONTENT_HOOK_TOKEN: TOKEN };
const ADDRESS = '/hooks/content';
const ARTICLE = '/newsroom/press-room/p2';
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` };

type Call = { method?: string; headers?: Record<string, string>; body?: string | Buffer };
const call = (site: Site, { method = 'POST', headers = AUTHORIZED, body }: Call = {}) =>
  site.raw(ADDRESS, {
    method,
    headers: { ...headers, 'Content-Length': `${Buffer.byteLength(body ?? '')}` },
    body,
  });

const edited = (title: string) => data({ id: 'p2', title, content: 'x', columnCode: 'Press Room' });
const heading = async (site: Site, address = ARTICLE) => (await pageAt(site, address)).heading;

describe('what a call does', () => {
  let site: Site;
  beforeEach(async () => {
    site = await startSite(LONG_FRESH);
  });
  afterEach(() => site.close());

  it('shows visitors an edit as soon as it is asked for, and what there was until then', async () => {
    expect(await heading(site)).toBe('新闻 2');
    site.fake.override(PATHS.article, { ...edited('改了'), delayMs: 300 });
    const answer = await call(site);
    expect([answer.status, JSON.parse(answer.text)]).toEqual([202, { changed: 'all' }]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const startedAt = performance.now();
    expect(await heading(site)).toBe('新闻 2');
    expect(performance.now() - startedAt).toBeLessThan(250);
    await vi.waitFor(async () => expect(await heading(site)).toBe('改了'), { timeout: 5000 });
  });

  it('keeps what there is where the backend fails, and shows the edit when it is back', async () => {
    for (const address of ['/', '/en', ARTICLE]) await site.raw(address);
    site.fake.goDown();
    expect((await call(site)).status).toBe(202);
    for (const address of ['/', '/en', ARTICLE])
      expect([address, (await site.raw(address)).status]).toEqual([address, 200]);
    site.fake.comeUp();
    site.fake.override(PATHS.article, edited('回来了'));
    await vi.waitFor(async () => expect(await heading(site)).toBe('回来了'), { timeout: 5000 });
  });

  it('of paths asks for these alone when pages need them, with the root of the contract or without', async () => {
    const pages = [ARTICLE, '/history', '/'];
    for (const address of pages) await site.raw(address);
    site.fake.forgetCalls();
    const body = JSON.stringify({ paths: ['/article/get', PATHS.events, '/event/list'] });
    expect(JSON.parse((await call(site, { body })).text)).toEqual({ changed: [PATHS.article, PATHS.events] });
    for (const address of pages) await site.raw(address);
    const asked = () => new Set(site.fake.asked().map(({ path }) => path));
    await expect.poll(asked).toEqual(new Set([PATHS.article, PATHS.events]));
  });

  it('has an article found that was not there', async () => {
    const address = '/articles/just-written';
    expect((await site.raw(address)).status).toBe(404);
    site.fake.override(PATHS.article, data({ id: 'just-written', title: '新写的', content: 'x' }));
    expect((await site.raw(address)).status).toBe(404);
    await call(site);
    expect(await heading(site, address)).toBe('新写的');
  });

  it('takes an article away that the backend has taken back', async () => {
    expect((await site.raw(ARTICLE)).status).toBe(200);
    site.fake.override(PATHS.article, code(404));
    await call(site);
    await vi.waitFor(async () => expect((await site.raw(ARTICLE)).status).toBe(404), { timeout: 5000 });
  });

  it('a thousand times costs one question of each answer that a page needs', async () => {
    const pages = [ARTICLE, '/history', '/'];
    for (const address of pages) await site.raw(address);
    const kept = new Set(
      site.fake.asked().map(({ path, language, query }) => `${language} ${path} ${query}`),
    );
    site.fake.forgetCalls();
    const answers = await Promise.all(Array.from({ length: 1000 }, () => call(site)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(site.fake.asked()).toEqual([]);
    for (const _time of [1, 2, 3]) for (const address of pages) await site.raw(address);
    await wait(500);
    expect(site.fake.asked().length).toBeGreaterThan(0);
    expect(site.fake.asked().length).toBeLessThanOrEqual(kept.size);
  });

  it('is counted, and its token is not in the log', async () => {
    await call(site, { body: '{"paths":["/article/get"]}' });
    await call(site, { body: '{' });
    const { text } = await site.raw('/metrics');
    expect(text).toContain('plinth_content_hooks_total{result="told"} 1\n');
    expect(text).toContain('plinth_content_hooks_total{result="refused"} 1\n');
    expect(JSON.stringify(site.lines)).not.toContain(TOKEN);
  });

  it('says 503 where other machines could not be told, and this one asks for its content all the same', async () => {
    vi.spyOn(site.store.announcements, 'announce').mockRejectedValue(new Error('the database is away'));
    await site.raw(ARTICLE);
    site.fake.override(PATHS.article, edited('改了'));
    const { status, text } = await call(site);
    expect([status, JSON.parse(text)]).toEqual([
      503,
      { statusCode: 503, message: expect.stringContaining('send the request again') },
    ]);
    await vi.waitFor(async () => expect(await heading(site)).toBe('改了'), { timeout: 5000 });
  });
});

const plain = siteForFile();
const open = siteForFile({ CONTENT_HOOK_TOKEN: TOKEN });

describe('a call without the right token', () => {
  it.each<[string, Record<string, string>]>([
    ['none', {}],
    ['a wrong one', { Authorization: `Bearer ${TOKEN.slice(0, -1)}X` }],
    ['the beginning', { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['more', { Authorization: `Bearer ${TOKEN}x` }],
    ['another scheme', { Authorization: `Basic ${TOKEN}` }],
    ['the bare token', { Authorization: TOKEN }],
  ])('(%s) is the ordinary 404, whatever its method and body', async (_name, headers) => {
    for (const method of ['POST', 'GET', 'HEAD', 'PUT', 'OPTIONS']) {
      const { status, headers: answered } = await call(open(), { method, headers });
      expect([method, status]).toEqual([method, 404]);
      expect(answered['content-type']).toMatch(/^text\/html/u);
      expect(answered.allow).toBeUndefined();
    }
    expect((await call(open(), { headers, body: '{' })).status).toBe(404);
  });

  it('is the same where no token is set, with any', async () => {
    for (const headers of [AUTHORIZED, { Authorization: 'Bearer ' }, { Authorization: 'Bearer undefined' }])
      expect((await call(plain(), { headers })).status).toBe(404);
  });
});

describe('a call that says what it may not', () => {
  it.each([
    ['{', 'the body is no JSON object'],
    ['"all"', 'the body is no JSON object'],
    ['[]', 'expected object'],
    ['{"path":"/event/list"}', 'Unrecognized key: "path"'],
    ['{"paths":[],"event":"saved"}', 'Unrecognized key: "event"'],
    ['{"paths":"/event/list"}', 'expected array'],
    ['{"paths":[]}', '>=1 items'],
    ['{"paths":["/event/list",7]}', 'at paths[1]'],
    ['{"paths":["/event/list","/event"]}', 'is no path of the contract\n  → at paths[1]'],
    ['{"paths":["/admin-api/ow/open"]}', 'is no path of the contract'],
    ['{"paths":["__proto__"]}', 'is no path of the contract'],
  ])('%s is a 400 in JSON that names it', async (body, said) => {
    const { status, headers, text } = await call(open(), { body });
    expect(status).toBe(400);
    expect(headers['content-type']).toMatch(/^application\/json/u);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(text)).toEqual({ statusCode: 400, message: expect.stringContaining(said) });
  });

  it('in a megabyte is a 413 in JSON', async () => {
    const { status, text } = await call(open(), {
      body: JSON.stringify({ paths: ['x'.repeat(1024 * 1024)] }),
    });
    expect([status, JSON.parse(text)]).toEqual([
      413,
      { statusCode: 413, message: 'the body is over 16384 bytes' },
    ]);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('by %s is a 405 with Allow', async (method) => {
    const { status, headers } = await call(open(), { method });
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });
});

describe('a right call', () => {
  it.each([
    ['no body', {}],
    ['an empty object', { body: '{}' }],
    [
      'no type of JSON',
      { body: '{"paths":["/event/list"]}', headers: { ...AUTHORIZED, 'Content-Type': 'text/plain' } },
    ],
    [
      'another origin',
      { headers: { ...AUTHORIZED, Origin: 'https://cms.example', 'Sec-Fetch-Site': 'cross-site' } },
    ],
  ])('may have %s', async (_what, how) => {
    expect((await call(open(), how)).status).toBe(202);
  });

  it('is made without a language, and at this address alone', async () => {
    for (const address of [
      '/en/hooks/content',
      '/zh/hooks/content',
      '/hooks/content/more',
      '/hooks',
      '/Hooks/content',
    ])
      expect([404, 405, 308]).toContain(
        (await open().raw(address, { method: 'POST', headers: { ...AUTHORIZED, 'Content-Length': '0' } }))
          .status,
      );
  });
});
