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

/** What is said of a list: the findings with the lines below them. */
async function saidOf(...lines: string[]) {
  await using folder = await temporaryFolder('redirects');
  const file = await writeIn(folder.path, 'redirects.txt', lines.join('\n'));
  const told = await doctor({ API_BASE_URL: fake.url, API_TIMEOUT_MS: '500', REDIRECTS_FILE: file });
  const said = told.lines.map((line) => line.replace(/ {2,}/gu, ' ').trim());
  const first = said.findIndex((line) => /^\w+ REDIRECTS_FILE /u.test(line));
  return { status: told.status, said: said.slice(Math.max(first, 0), said.indexOf('', Math.max(first, 0))) };
}

describe('the list of old addresses', () => {
  it('that leads to pages of both languages, anchors, articles and elsewhere is all right', async () => {
    const { said } = await saidOf(
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
    expect(said).toEqual([
      'ok REDIRECTS_FILE 9 old addresses; 2 of 2 articles that it leads to were asked for',
    ]);
  });

  it('has the lines named that lead to nothing', async () => {
    const { said } = await saidOf(
      '/a /no-page',
      '/b /en/本地-观察',
      '/c /newsroom/press-room/none',
      '/d /articles/none-either',
      '/e/* /no-page',
      '/f /history',
    );
    expect(said).toEqual([
      'ok REDIRECTS_FILE 6 old addresses; 2 of 2 articles that it leads to were asked for',
      'warning REDIRECTS_FILE 5 lines lead to nothing:',
      'line 1: /a → /no-page',
      'line 2: /b → /en/%E6%9C%AC%E5%9C%B0-%E8%A7%82%E5%AF%9F',
      'line 3: /c → /newsroom/press-room/none',
      'line 4: /d → /articles/none-either',
      'line 5: /e/* → /no-page',
    ]);
  });

  it('has the lines named that are never used', async () => {
    const { said } = await saidOf(
      '/history /newsroom',
      '/History /newsroom',
      '/en/newsroom/press-room /newsroom',
      '/zh/old /newsroom',
      '/robots.txt /newsroom',
      '/files/* /newsroom',
      '/old/* /newsroom',
      '/old/a /history',
    );
    expect(said).toEqual([
      'ok REDIRECTS_FILE 8 old addresses',
      'warning REDIRECTS_FILE 7 lines are never used:',
      'line 1: /history: the site has a page there',
      'line 2: /History: the site has a page there',
      'line 3: /en/newsroom/press-room: the site has a page there',
      'line 4: /zh/old: the site leads to the address without /zh first',
      'line 5: /robots.txt: an address that the site keeps for itself',
      'line 6: /files/*: an address that the site keeps for itself',
      'line 8: /old/a: line 7 comes first',
    ]);
  });

  it('has the lines named that lead on to another one', async () => {
    const { said } = await saidOf(
      '/a /b',
      '/b /c',
      '/c /history',
      '/d/* /e/:splat',
      '/e/* https://a.example',
    );
    expect(said.slice(1)).toEqual([
      'warning REDIRECTS_FILE 3 lines lead on to another line:',
      'line 1: /a → /b → /c → /history',
      'line 2: /b → /c → /history',
      'line 4: /d/* → /e/…',
    ]);
  });

  it('has its loops and faults told with those of the settings', async () => {
    const { status, said } = await saidOf('/a /b', '/b /a', '/c');
    expect(status).toBe(1);
    expect(said.filter((line) => line.startsWith('fault settings'))).toEqual([
      'fault settings REDIRECTS_FILE line 1: is a loop: /a → /b → /a',
      'fault settings REDIRECTS_FILE line 2: is a loop: /b → /a → /b',
      'fault settings REDIRECTS_FILE line 3: must be an old path and where it leads, two words',
    ]);
  });

  it('of 20,000 lines has a hundred of its articles asked for', async () => {
    await saidOf('/a /history');
    const before = fake.calls(PATHS.article, 'zh');
    await saidOf('/a /history');
    const usual = fake.calls(PATHS.article, 'zh') - before;
    const lines = Array.from({ length: 20_000 }, (_, at) => `/old/${at} /newsroom/none-${at}`);
    const { said } = await saidOf(...lines);
    expect(said[0]).toBe(
      'ok REDIRECTS_FILE 20000 old addresses; 100 of 20000 articles that it leads to were asked for',
    );
    expect(said[1]).toBe('warning REDIRECTS_FILE 100 lines lead to nothing:');
    expect(fake.calls(PATHS.article, 'zh') - before - 2 * usual).toBe(100);
  });

  it('is not compared with a content that cannot be had', async () => {
    fake.goDown();
    const { said } = await saidOf('/a /no-page');
    expect(said).toEqual([expect.stringMatching(/^fault REDIRECTS_FILE unreachable/u)]);
  });
});
