import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { code, PATHS } from '../support/fake-backend.ts';
import { siteForFile } from '../support/site-for-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plinth-old-addresses-'));
const REDIRECTS_FILE = path.join(folder, 'redirects.txt');
writeFileSync(
  REDIRECTS_FILE,
  `# The old site
/about.html /who-we-are
/news/2019/* /newsroom/:splat
/公司/show.asp?id=12 /history
/newsroom/insights/gone /newsroom
/newsroom/insights/old.html /newsroom
/articles/gone-too /history
/newsroom/insights/failing /newsroom
# Unused: the site has pages there.
/history /about
/en/newsroom/press-room /about
/all/* /:splat
`,
);
const site = siteForFile({ REDIRECTS_FILE });
afterAll(() => rmSync(folder, { recursive: true }));

const answerOf = async (url: string, method = 'GET') => {
  const { status, headers } = await site().raw(url, { method });
  return [status, headers.location];
};

it.each([
  ['/about.html?a=1&b=%20', '/who-we-are?a=1&b=%20'],
  ['/news/2019/05/a%20b.html', '/newsroom/05/a%20b.html'],
  ['/%B9%AB%CB%BE/show.asp?id=12', '/history'],
  ['/newsroom/insights/gone', '/newsroom'],
])('redirects %s to %s with 301', async (url, location) => {
  for (const method of ['GET', 'HEAD']) expect(await answerOf(url, method)).toEqual([301, location]);
  expect((await site().raw(url)).headers['cache-control']).toBe('public, max-age=3600');
});

it('redirects a legacy URL only if the backend returns the code 404 or 400', async () => {
  site().fake.override(PATHS.article, code(404));
  expect(await answerOf('/articles/gone-too?again')).toEqual([301, '/history?again']);
  site().fake.override(PATHS.article, code(400));
  expect(await answerOf('/newsroom/insights/old.html')).toEqual([301, '/newsroom']);
  site().fake.override(PATHS.article, { status: 500 });
  expect((await answerOf('/newsroom/insights/failing'))[0]).toBe(500);
});

it.each([
  ['/history', 200],
  ['/History', 308],
  ['/newsroom/insights?page=99', 404],
  ['/en/newsroom/press-room', 302],
  ['/all/x/_payload.json', 404],
  ['/all/%ZZ', 400],
])('does not apply REDIRECTS_FILE to %s and returns %i', async (url, status) => {
  const [answered, location] = await answerOf(url);
  expect(answered).toBe(status);
  expect(location ?? '').not.toMatch(/^\/(?:about$|who)/u);
});

it.each(['/all/%2Fevil.example', '/all/%0d%0aSet-Cookie:a=b'])(
  'a wildcard never redirects to another host: %s',
  async (url) => {
    const [status, location] = await answerOf(url);
    if (location === undefined) expect(status).toBe(404);
    else expect(location).toMatch(/^\/(?![/\\])/u);
  },
);
