import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeBackend, startFakeBackend } from '../support/fake-backend.ts';
import { temporaryFolder, writeIn } from '../support/temporary-folder.ts';
import { doctor, linesOf } from './support.ts';

let fake: FakeBackend;
beforeAll(async () => {
  fake = await startFakeBackend();
});
afterAll(() => fake.close());

/** Returns the finding for a list of redirects, with its details. */
async function findingOf(...lines: string[]) {
  await using folder = await temporaryFolder('redirects');
  const file = await writeIn(folder.path, 'redirects.txt', lines.join('\n'));
  return linesOf(
    await doctor({ API_BASE_URL: fake.url, API_TIMEOUT_MS: '500', REDIRECTS_FILE: file }),
    'REDIRECTS_FILE',
  );
}

it('the doctor accepts redirects to pages, anchors, articles and other hosts', async () => {
  const finding = await findingOf(
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
  expect(finding).toEqual(['ok REDIRECTS_FILE 9 legacy URLs']);
});

it('the doctor reports redirects to pages that return 404', async () => {
  expect(await findingOf('/a /no-page', '/b /en/本地-观察', '/e/* /no-page', '/f /history')).toEqual([
    'warning REDIRECTS_FILE 4 legacy URLs, 3 lead to a 404:',
    'line 1: /no-page',
    'line 2: /en/%E6%9C%AC%E5%9C%B0-%E8%A7%82%E5%AF%9F',
    'line 3: /no-page',
  ]);
});
