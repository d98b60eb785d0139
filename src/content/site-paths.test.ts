import { expect, it } from 'vitest';
import { words } from '../../test/support/words.ts';
import { isSitePath } from './site-paths.ts';

const IN_BOTH = '/search /feed.xml /site.webmanifest /articles/7 /captcha/audio /captcha/image';
const WITHOUT_PREFIX = `
  /en /en/about-us /zh /zh/about-us /assets/site.css /files/token/report.pdf /hooks/content
  /media/token/640/picture.jpg /builds/meta/1.json /qr/en/about-us.svg /sitemap.xml /robots.txt /favicon.ico
  /sw.js /service-worker.js
  /.well-known/security.txt /.well-known/other /healthz /readyz /metrics
`;
const OTHERS = `
  / /about-us /searching /research/search /articles /articles/deep/7 /assets /hooks /hooks/content/more /english
  /sitemap /captcha /assets/land /media/press-releases /media/press/2028/may/1 /files/tenders
  /files/tenders/2028/may
`;

it.each([
  ...words(IN_BOTH).map((path) => [path, true, true] as const),
  ...words(WITHOUT_PREFIX).map((path) => [path, true, false] as const),
  ...words(OTHERS).map((path) => [path, false, false] as const),
])(
  'decides if the path %s belongs to the site: %s without a language prefix, %s with one',
  (path, isOwn, isOwnInEnglish) => {
    expect([isSitePath(path, 'zh'), isSitePath(path, 'en')]).toEqual([isOwn, isOwnInEnglish]);
  },
);
