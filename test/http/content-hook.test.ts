import { afterEach, describe, expect, it } from 'vitest';
import { data, PATHS } from '../support/fake-backend.ts';
import type { Site } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const TOKEN = 'a-token-of-the-backend-alone';
const AUTHORIZED = { Authorization: `Bearer ${TOKEN}` };
const ADDRESS = '/hooks/content';
const ARTICLE = '/newsroom/press-room/p2';

const withoutToken = siteForFile();
/** Does not refresh content automatically during a test. */
const settings = { CONTENT_FRESH_S: '3600', CONTENT_HOOK_TOKEN: TOKEN };
const site = siteForFile(settings);
/** Cannot connect to its database. */
const alone = siteForFile({
  ...settings,
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
});

type Call = { method?: string; headers?: Record<string, string>; body?: string; on?: Site };
const call = ({ method = 'POST', headers = AUTHORIZED, body, on = site() }: Call = {}) =>
  on.raw(ADDRESS, {
    method,
    headers: { ...headers, 'Content-Length': `${Buffer.byteLength(body ?? '')}` },
    body,
  });

const edited = (title: string, id = 'p2') => data({ id, title, content: 'x', columnCode: 'Press Room' });
const heading = async (on = site()) => (await pageAt(on, ARTICLE)).heading;
const untilShown = (title: string) => expect.poll(() => heading()).toBe(title);

describe('a call of the hook', () => {
  // The next test starts with the usual content.
  afterEach(async () => {
    site().fake.comeUp();
    site().fake.restore();
    await call();
    await untilShown('新闻 2');
  });

  it('a hook call marks all content as stale', async () => {
    expect(await heading()).toBe('新闻 2');
    site().fake.override(PATHS.article, { ...edited('改了'), delayMs: 300 });
    const answer = await call();
    expect([answer.status, JSON.parse(answer.text)]).toEqual([202, { changed: 'all' }]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await heading()).toBe('新闻 2');
    await untilShown('改了');
  });

  it('a hook call with paths refreshes only these paths', async () => {
    const pages = [ARTICLE, '/history', '/'];
    for (const address of pages) await site().raw(address);
    const body = JSON.stringify({ paths: ['/article/get', PATHS.events] });
    site().fake.clearRequests();
    expect(JSON.parse((await call({ body })).text)).toEqual({ changed: [PATHS.article, PATHS.events] });
    for (const address of pages) await site().raw(address);
    const asked = () =>
      new Set(
        site()
          .fake.requests()
          .map(({ path }) => path),
      );
    await expect.poll(asked).toEqual(new Set([PATHS.article, PATHS.events]));
  });
});

it('a hook call that cannot notify other machines returns 503 but refreshes this one', async () => {
  expect(await heading(alone())).toBe('新闻 2');
  alone().fake.override(PATHS.article, edited('改了'));
  const { status, text } = await call({ on: alone() });
  const message = expect.stringContaining('send the request again');
  expect([status, JSON.parse(text)]).toEqual([503, { statusCode: 503, message }]);
  await expect.poll(() => heading(alone())).toBe('改了');
});

it.each<[string, Record<string, string>]>([
  ['none', {}],
  ['another last letter', { Authorization: `Bearer ${TOKEN.slice(0, -1)}X` }],
])(
  'a hook call with a wrong token (%s) returns the ordinary 404 for every method',
  async (_name, headers) => {
    for (const method of ['POST', 'OPTIONS']) {
      const answer = await call({ method, headers });
      expect([method, answer.status]).toEqual([method, 404]);
      expect(answer.headers['content-type']).toMatch(/^text\/html/u);
      expect(answer.headers.allow).toBeUndefined();
    }
  },
);

it('the hook returns 404 for any token if CONTENT_HOOK_TOKEN is not set', async () => {
  for (const headers of [AUTHORIZED, { Authorization: 'Bearer undefined' }])
    expect((await call({ on: withoutToken(), headers })).status).toBe(404);
});

it.each([
  ['{', 400, 'the body is not a JSON object'],
  ['{"paths":["/event/list",7]}', 400, 'at paths[1]'],
  ['{"paths":["__proto__"]}', 400, 'is not a path of the contract'],
  [`"${'x'.repeat(1024 * 1024)}"`, 413, 'the body is over 16384 bytes'],
])('a hook call with an invalid body returns a JSON error (%#)', async (body, statusCode, words) => {
  const { status, headers, text } = await call({ body });
  expect(status).toBe(statusCode);
  expect(headers['content-type']).toMatch(/^application\/json/u);
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.parse(text)).toEqual({ statusCode, message: expect.stringContaining(words) });
});

it('GET of the hook with the token returns 405 with Allow', async () => {
  const { status, headers } = await call({ method: 'GET' });
  expect([status, headers.allow]).toEqual([405, 'POST']);
});
