import { words } from '../../../support/words.ts';
import type { Headers } from './bodies.ts';

/** Valid and nearly valid paths of every route of the site over the fake backend. */
export const targets = words(`
  / /en /who-we-are /en/newsroom/insights /en/newsroom/press-room/p1 /newsroom?page=2&go=Press+Room
  /our-business /annual-reports /search /en/search?keyword=bridge&page=1 /articles/loose /en/articles/77
  /apply /en/apply /en/apply/sent /en/apply/files /captcha/image /en/captcha/audio /assets/nothing-0.js
  /files/token/mark.png /media/token/480/mark.png /builds/latest.json /builds/meta/x.json /_payload.json
  /en/history/_payload.json /sitemap.xml /robots.txt /feed.xml /site.webmanifest /favicon.ico /healthz
  /readyz /?lang=zh /en?lang=en /zh/who-we-are/`);

/** Fragments that are inserted into a path. */
export const pathPieces = [
  ...words(`
    / // /. /.. /../../../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc%2fpasswd
    /..%5c..%5cboot.ini /%c0%ae%c0%ae/ /%00 /% /%zz /%E0%A4%A /%ED%A0%80 //evil.example
    //evil.example/%2f.. /;jsessionid=x /%0d%0aSet-Cookie:%20a=b /%F0%9F%98%80 /constructor /__proto__
    /hasOwnProperty /en/en/en /zh/en /EN ? ?? ?page=2&page=3 ?page=99999999999999999999 ?page=-1 ?page=1e3
    ?page[]=1 ?keyword=% ?keyword=%00 ?keyword=%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7&page=2 ?go=%0d%0aX:%20y
    ?lang=en&lang=zh ?lang=//evil.example ?__proto__[x]=y #fragment /_payload.json/_payload.json`),
  '\\',
  '\\\\evil.example',
  '/\u00e9\u00fc',
  `?keyword=${'a'.repeat(3000)}`,
  `?${'a=b&'.repeat(1500)}`,
  `/${'x'.repeat(9000)}`,
  `/${'a/'.repeat(2000)}`,
];

/** Request targets that are not a path. */
export const strangeTargets = [
  '*',
  'http://evil.example/',
  'https://evil.example/en',
  'http://evil.example:99999/',
  'evil.example:443',
  'javascript:alert(1)',
  '',
  '@evil.example/',
  '.',
  '\u0000',
];

export const methods = [
  ...words(
    'GET GET GET GET HEAD POST POST PUT DELETE PATCH OPTIONS TRACE PROPFIND PURGE QUERY CONNECT get GETX',
  ),
  '',
  'A'.repeat(5000),
];

const LONG = 'v'.repeat(20_000);

/** Headers that proxies or the site behind them may read, with and without a grammar. */
export const headerSets: readonly Headers[] = [
  { Host: 'evil.example' },
  { Host: 'evil.example:bad' },
  { Host: '' },
  { Host: 'a b' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'javascript' },
  { Forwarded: 'host=evil.example;proto=http' },
  { 'X-Original-URL': '/en/apply', 'X-Rewrite-URL': '//evil.example' },
  { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'PUT' },
  { 'X-Forwarded-For': `${'1.1.1.1, '.repeat(500)}x` },
  { 'X-Request-Id': 'chosen\tid' },
  { Referer: 'https://evil.example/' },
  { Referer: 'not an address' },
  { Range: 'bytes=0-0,1-1,2-2,-1,9999999999999-' },
  { Range: `bytes=${'0-,'.repeat(2000)}` },
  { 'If-None-Match': '*' },
  { 'If-None-Match': LONG },
  { 'If-Modified-Since': 'never' },
  { 'If-Range': '"x', Range: 'bytes=0-1' },
  { Accept: `${'a/b;q=0.1,'.repeat(1500)}*/*` },
  { 'Accept-Encoding': 'br;q=nonsense, gzip;q=99, *;q=-1' },
  { 'Accept-Encoding': `${'gzip,'.repeat(3000)}br` },
  { 'Accept-Language': `en-${LONG}` },
  { 'Accept-Language': '../../../../etc/passwd' },
  { 'Accept-Language': '__proto__, constructor;q=2' },
  { Cookie: '__Host-lang=en' },
  { Cookie: '__Host-lang=//evil.example; __Host-application=s%3Ax.y' },
  { Cookie: `${'a=b; '.repeat(2000)}lang=%` },
  { Cookie: '=; ==; ;;; __proto__=x; lang' },
  { 'Save-Data': 'on', 'HX-Request': 'true' },
  { 'HX-Request': 'true', 'HX-Target': '"><script>' },
  { Upgrade: 'websocket', Connection: 'Upgrade', 'Sec-WebSocket-Key': 'x' },
  { Upgrade: 'h2c', Connection: 'Upgrade, HTTP2-Settings', 'HTTP2-Settings': 'AAMAAABkAAQ' },
  { Expect: '100-continue' },
  { Expect: 'the unexpected' },
  { Connection: 'keep-alive' },
  { Connection: 'close, keep-alive, Host' },
  { TE: 'trailers', Trailer: 'Content-Length' },
  { 'Transfer-Encoding': 'chunked' },
  { 'Transfer-Encoding': 'xchunked' },
  { 'Transfer-Encoding': 'chunked, identity' },
  { 'Transfer-Encoding': 'chunked', 'Content-Length': '5' },
  { 'Content-Length': '5' },
  { 'Content-Length': '-5' },
  { 'Content-Length': '5, 5' },
  { 'Content-Length': '99999999999999999999' },
  { 'Content-Length': '0x10' },
  { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '7' },
  { 'Content-Type': 'application/json', 'Content-Length': '2' },
  { 'X Y': 'a name with a space' },
  { 'X\tY': 'z' },
  { ': ': 'no name' },
  { 'X-Ctl': 'a\u0000b' },
  { 'X-Fold': 'a\r\n b' },
  { 'X-Split': 'a\r\nSet-Cookie: a=b' },
  { 'X-Bare': 'a\nY: b' },
  { 'X-Long': LONG },
  { 'X-Longer': 'w'.repeat(70_000) },
  Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`X-${index}`, 'y'])),
  { 'Proxy-Authorization': 'Basic x', Authorization: `Bearer ${LONG}` },
  { Range: 'chapters=1-2' },
];

export const bodies = [
  '',
  'abcde',
  '5\r\nabcde\r\n0\r\n\r\n',
  'zz\r\n',
  '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  '{}',
];
