import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeBackend, PATHS, startFakeBackend } from '../support/fake-backend.ts';
import { temporaryFolder, writeIn } from '../support/temporary-folder.ts';
import { doctor } from './support.ts';

let fake: FakeBackend;
beforeAll(async () => {
  fake = await startFakeBackend();
});
afterEach(() => {
  fake.comeUp();
  fake.restore();
});
afterAll(() => fake.close());

/** Results for a list of redirects, with their details. */
async function resultsOf(...lines: string[]) {
  await using folder = await temporaryFolder('redirects');
  const file = await writeIn(folder.path, 'redirects.txt', lines.join('\n'));
  const result = await doctor({ API_BASE_URL: fake.url, API_TIMEOUT_MS: '500', REDIRECTS_FILE: file });
  const results = result.lines.map((line) => line.replace(/ {2,}/gu, ' ').trim());
  const first = results.findIndex((line) => /^\w+ REDIRECTS_FILE /u.test(line));
  return { results: results.slice(first, results.indexOf('', first)) };
}

describe('the doctor with REDIRECTS_FILE', () => {
  it('accepts targets on pages, anchors, articles and other hosts', async () => {
    const { results } = await resultsOf(
      '/a /history?page=1',
      '/b /en/who-we-are/',
      '/c /en/newsroom/press-room',
      '/d /newsroom/press-room/p1',
      '/e /en/articles/p1',
      '/f /',
      '/g /en/search?keyword=a',
      '/h https://a.example',
      '/i/* /newsroom/:splat',
    );
    expect(results).toEqual(['ok REDIRECTS_FILE 9 legacy URLs']);
  });

  it('names lines that lead to a 404', async () => {
    const { results } = await resultsOf(
      '/a /no-page',
      '/b /en/本地-观察',
      '/c /newsroom/press-room/none',
      '/d /articles/none-either',
      '/e/* /no-page',
      '/f /history',
    );
    expect(results).toEqual([
      'ok REDIRECTS_FILE 6 legacy URLs',
      'warning REDIRECTS_FILE 5 lines lead to a 404:',
      'line 1: /a → /no-page',
      'line 2: /b → /en/%E6%9C%AC%E5%9C%B0-%E8%A7%82%E5%AF%9F',
      'line 3: /c → /newsroom/press-room/none',
      'line 4: /d → /articles/none-either',
      'line 5: /e/* → /no-page',
    ]);
  });

  it('names lines without effect', async () => {
    const { results } = await resultsOf(
      '/history /newsroom',
      '/History /newsroom',
      '/en/newsroom/press-room /newsroom',
      '/robots.txt /newsroom',
      '/builds/* /newsroom',
      '/old/* /newsroom',
    );
    expect(results).toEqual([
      'ok REDIRECTS_FILE 6 legacy URLs',
      'warning REDIRECTS_FILE 5 lines have no effect:',
      'line 1: /history: the site has a page there',
      'line 2: /History: the site has a page there',
      'line 3: /en/newsroom/press-room: the site has a page there',
      'line 4: /robots.txt: a fixed address of the site',
      'line 5: /builds/*: a fixed address of the site',
    ]);
  });

  it('names lines that redirect to another line', async () => {
    const { results } = await resultsOf(
      '/a /b',
      '/b /c',
      '/c /history',
      '/d/* /e/:splat',
      '/e/* https://a.example/:splat',
    );
    expect(results.slice(1)).toEqual([
      'warning REDIRECTS_FILE 3 lines redirect to another line:',
      'line 1: /a → /b → /c → /history',
      'line 2: /b → /c → /history',
      'line 4: /d/* → /e/… → https://a.example/…',
    ]);
  });

  it('asks for at most 100 articles', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `/old/${at} /newsroom/gone-${at}`);
    const { results } = await resultsOf(...lines);
    expect(results[0]).toBe('ok REDIRECTS_FILE 20000 legacy URLs; 100 of their articles checked');
    expect(results[1]).toBe('warning REDIRECTS_FILE 100 lines lead to a 404:');
    const asked = fake.requests(PATHS.article).filter(({ query }) => query.get('id')?.startsWith('gone-'));
    expect(asked).toHaveLength(100);
  });

  it('is not checked if the backend is down', async () => {
    fake.goDown();
    const { results } = await resultsOf('/a /no-page');
    expect(results).toEqual([expect.stringMatching(/^error REDIRECTS_FILE unreachable/u)]);
  });
});
