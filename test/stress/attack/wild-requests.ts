import { mutated } from '../../../src/applications/uploads/checks/testing/mutate.ts';
import { samples } from '../../../src/applications/uploads/checks/testing/samples.ts';
import { goodFields } from '../../support/form-client.ts';
import { BOUNDARY, MULTIPART } from '../../support/multipart.ts';
import type { Random } from '../../support/random.ts';
import { words } from '../../support/words.ts';
import { bodyOf, disposition, fields, file, type Headers, headBytes, type Part } from './support/bodies.ts';

const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)] as T;

/** Returns up to `most` random members. */
const some = <T>(list: readonly T[], most: number, random: Random): T[] =>
  Array.from({ length: random(most + 1) }, () => pick(list, random));

const LONG = 'n'.repeat(20_000);

const NAMES = [
  ...words(
    'a[b][c] items[4294967294] companyName[] companyName[__proto__][polluted] __proto__ %0D%0ASet-Cookie:a=b',
  ),
  '',
  `deep${'[x]'.repeat(3000)}`,
  LONG,
];

/** Part heads that a browser does not send. */
const PART_HEADS: readonly string[][] = [
  [],
  [' folded: line', disposition('name="companyName"')],
  ['__proto__: x', disposition('name="companyName"'), 'Content-Type: text/plain; charset=utf-16le'],
  Array.from({ length: 3000 }, (_, index) => `X-${index}: y`),
  ...[
    'name="companyName',
    'name="declareFile"; filename*=no-such-charset\'\'x.pdf',
    `name="declareFile"; filename="${LONG}.pdf"`,
    'name="declareFile"; filename="../../../../etc/passwd"',
    'name="companyName"\u0000',
  ].map((parameters) => [disposition(parameters)]),
];

const CONTENT_TYPES = [
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary=other; boundary=${BOUNDARY}`,
  'application/x-www-form-urlencoded; charset=no-such-charset',
  'application/json',
];

/** Headers that proxies or the site behind them may read, with and without a grammar. */
const HEADERS: readonly Headers[] = [
  { Host: 'evil.example:bad' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'javascript' },
  { 'X-Forwarded-For': `${'1.1.1.1, '.repeat(500)}x` },
  { 'Sec-Fetch-Site': 'nonsense', Origin: 'not an origin' },
  { 'If-None-Match': LONG, 'If-Modified-Since': 'never', 'Accept-Language': '__proto__, constructor;q=2' },
  { 'HX-Request': 'true', 'HX-Target': '"><script>', 'X-HTTP-Method-Override': 'DELETE' },
  { Range: `bytes=${'0-,'.repeat(2000)}` },
  { 'Accept-Encoding': 'br;q=nonsense, gzip;q=99, *;q=-1' },
  { Cookie: '=; ==; ;;; __proto__=x; application=%E0%A4%A; lang=%' },
  { Expect: 'the unexpected' },
  { 'Content-Encoding': 'gzip' },
  { 'Transfer-Encoding': 'chunked', 'Content-Length': '5' },
  { 'Content-Length': '99999999999999999999' },
  { 'X-Split': 'a\r\nSet-Cookie: a=b' },
  { 'X-Longer': 'w'.repeat(70_000) },
];

/** Valid and nearly valid paths of every route of the site over the fake backend. */
const PATHS = words(`
  / /en /who-we-are /en/newsroom/insights /en/newsroom/press-room/p1 /newsroom?page=2&go=Press+Room
  /our-business /annual-reports /en/search?keyword=bridge&page=1 /articles/loose /en/articles/77
  /apply /en/apply /en/apply/sent /en/apply/uploads /captcha/image /en/captcha/audio
  /assets/nothing-0.js /files/token/mark.png /media/token/480/mark.png /builds/meta/x.json
  /en/history/_payload.json /sitemap.xml /robots.txt /feed.xml /favicon.ico /healthz /?lang=zh /zh/who-we-are/`);

const PATH_PIECES = [
  ...words(`
    // /../../../../etc/passwd /..%2f..%2fetc%2fpasswd /%c0%ae%c0%ae/ /%00 /%zz //evil.example/%2f.. /constructor
    /%0d%0aSet-Cookie:%20a=b /zh/en ?? ?page=-1 ?page[]=1 ?keyword=%00 ?go=%0d%0aX:%20y ?lang=//evil.example`),
  '\\\\evil.example',
  '/\u00e9\u00fc',
  `?${'a=b&'.repeat(1500)}`,
];
const TARGETS = ['*', 'http://evil.example:99999/', 'evil.example:443', 'javascript:alert(1)', '', '\u0000'];
const METHODS = [...words('GET GET GET HEAD POST DELETE OPTIONS CONNECT get'), 'A'.repeat(5000)];

const damaged = (bytes: Buffer, random: Random): Buffer => (random(3) === 0 ? mutated(bytes, random) : bytes);

/** Builds a request for any path of the site with strange pieces, headers and bytes. */
export function wildPath(random: Random): Buffer {
  let target = pick(PATHS, random);
  for (const piece of some(PATH_PIECES, 2, random)) {
    const at = random(target.length + 1);
    target = target.slice(0, at) + piece + target.slice(at);
  }
  if (random(20) === 0) target = pick(TARGETS, random);
  const headers = Object.assign({}, ...some(HEADERS, 2, random)) as Headers;
  return damaged(headBytes(headers, target, pick(METHODS, random)), random);
}

/** Builds a POST with all fields, of which parts, headers, bytes or the declared length are damaged. */
export function wildPost(cookie: string, inputs: Record<string, string>, random: Random): Buffer {
  const files = some(samples, 2, random).map(({ extensions, content }, index) =>
    file(`${index}.${extensions[0]}`, damaged(content, random)),
  );
  const action = pick(['upload', 'submit', 'new-code'], random);
  const parts: Part[] = [...fields({ ...inputs, ...goodFields, action }), ...files];
  for (const head of some(PART_HEADS, 1, random)) pick(parts, random).head = [...head];
  for (const name of some(NAMES, 1, random)) pick(parts, random).head[0] = disposition(`name="${name}"`);
  if (random(10) === 0) parts.push(...Array.from({ length: 2000 }, () => pick(parts, random)));
  const body = damaged(bodyOf(parts), random);
  const length = random(4) === 0 ? random(2 * body.length) : body.length;
  const headers: Headers = {
    'Content-Type': MULTIPART,
    'Content-Length': `${length}`,
    Cookie: cookie,
    'Sec-Fetch-Site': 'same-origin',
  };
  if (random(5) === 0) headers['Content-Type'] = pick(CONTENT_TYPES, random);
  if (random(5) === 0) Object.assign(headers, pick(HEADERS, random));
  return Buffer.concat([headBytes(headers, pick(['/en/apply', '/apply'], random)), body]);
}
