import { expect, it } from 'vitest';
import { isOwnLink, mirrorAddress } from './mirror-address.ts';

it.each([
  ['/', '/', 'index.html', '/'],
  ['/en', '/en', 'en/index.html', '/en/'],
  ['/about-us', '/about-us', 'about-us/index.html', '/about-us/'],
  ['/en?lang=en', '/en', 'en/index.html', '/en/'],
  ['/?lang=zh', '/', 'index.html', '/'],
  ['/zh/about-us/', '/about-us', 'about-us/index.html', '/about-us/'],
  ['/zh', '/', 'index.html', '/'],
  ['/news?page=2', '/news?page=2', 'news/page-2/index.html', '/news/page-2/'],
  ['/news?page=1', '/news', 'news/index.html', '/news/'],
  ['/news?page=-2', '/news', 'news/index.html', '/news/'],
  [
    '/about-us?go=Company%20Profile#company-profile',
    '/about-us',
    'about-us/index.html',
    '/about-us/#company-profile',
  ],
  ['/about-us?go=Company%20Profile', '/about-us', 'about-us/index.html', '/about-us/#company-profile'],
  [
    '/news?go=Group%20News&page=3#group-news',
    '/news?go=Group%20News&page=3',
    'news/group-news/page-3/index.html',
    '/news/group-news/page-3/#group-news',
  ],
  ['/search?keyword=x', '/search', 'search/index.html', '/search/'],
  ['/en/search?page=2', '/en/search?page=2', 'en/search/page-2/index.html', '/en/search/page-2/'],
  ['/news/%E7%BB%BF', '/news/%E7%BB%BF', 'news/绿/index.html', '/news/%E7%BB%BF/'],
  ['/news/绿', '/news/%E7%BB%BF', 'news/绿/index.html', '/news/%E7%BB%BF/'],
  ['/old/page.html', '/old/page.html', 'old/page.html', '/old/page.html'],
  ['/en/feed.xml', '/en/feed.xml', 'en/feed.xml', '/en/feed.xml'],
  [
    '/files/to_ken/a%20b.pdf#page=2',
    '/files/to_ken/a%20b.pdf',
    'files/to_ken/a b.pdf',
    '/files/to_ken/a%20b.pdf#page=2',
  ],
  ['/assets/site-1.css', '/assets/site-1.css', 'assets/site-1.css', '/assets/site-1.css'],
])('requests %s as %s and writes it as %s', (link, requested, file, href) => {
  expect(mirrorAddress(link)).toEqual({ requested, file, href });
});

it.each([
  '/news/a%2Fb',
  '/news/a%5Cb',
  '/news/%00',
  '/news/%0A',
  '/news/%ff',
  '/news//x',
  `/news/${'x'.repeat(256)}`,
  `/news/${'%E7%BB%BF'.repeat(86)}`,
])('rejects %s as a file name', (link) => expect(mirrorAddress(link)).toBeUndefined());

it('never leaves the folder of the mirror', () => {
  for (const link of ['/../../etc/passwd', '/news/%2e%2e/%2e%2e/%2E%2E/x', '/./..'])
    expect(mirrorAddress(link)?.file).not.toContain('..');
});

it.each([
  ['/news', true],
  ['//host/news', false],
  ['/\\host', false],
  ['https://host/', false],
  ['#main', false],
  ['mailto:a@b.example', false],
])('recognises %s as a link of the site: %s', (link, isOwn) => expect(isOwnLink(link)).toBe(isOwn));
