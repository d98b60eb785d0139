import { expect, it } from 'vitest';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile();

it.each([
  ['/', 'zh'],
  ['/en/newsroom/press-room/p1', 'en'],
  ['/en/_payload.json', 'en'],
  ['/en/search?keyword=bridge', 'en'],
  ['/apply', 'zh'],
  ['/en/%ZZ', 'en'],
  ['/files/token/of-nothing.pdf', 'zh'],
  ['/en/feed.xml', 'en'],
  ['/robots.txt', undefined],
  ['/sitemap.xml', undefined],
  ['/healthz', undefined],
  ['/builds/latest.json', undefined],
])('Content-Language of %s is %s, rendered or cached', async (address, language) => {
  for (const _time of [1, 2]) expect((await site().raw(address)).headers['content-language']).toBe(language);
});
