/** @module-tag matrix */
import { expect, it } from 'vitest';
import { startDemoSite } from '../../support/demo-site.ts';
import { startFakeBackend } from '../../support/fake-backend.ts';
import { formClient, TEST_SETTINGS } from '../../support/form-client.ts';
import { seeded } from '../../support/random.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { scaled, seed, TIMEOUT_MS } from '../scale.ts';
import { FORM } from './support/bodies.ts';
import { type Answer, exchange } from './support/exchange.ts';
import { wildPath, wildPost } from './wild-requests.ts';

const REQUESTS = scaled(1000, 10_000);
const LINES = 8;
/** Delay until the connection of a possibly incomplete request is closed. */
const CUT_AFTER_MS = 300;
/** Pages that an attack must not change. */
const PAGES = ['/', '/en/who-we-are', '/newsroom?page=1', '/robots.txt', '/sitemap.xml'];

/** Headers that every response must have. */
const SECURITY = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-frame-options'];
/** Internals that a response must not show, such as source locations, folders and stack traces. */
const INSIDE =
  /\bat [\w.<>[\] ]+ \(?[\w/:.]+:\d+:\d+|node:internal|node_modules|dist\/\w+\.js|\/tmp\/|\/root\/|sqlite|ENOENT|TypeError|RangeError/iu;
/** Node's response to an invalid request, which needs no security headers, because it has no body. */
const BARE = /^(?:HTTP\/1\.1 4\d\d [\w ]+\r\n)?Connection: close(?:\r\n)*$/u;

/** Returns errors of a response to a hostile request. */
function faultsOf({ status, head, text }: Answer): string[] {
  if (status === undefined) return head + text === '' ? [] : ['no HTTP'];
  const isBare = BARE.test(head) && text === '';
  const missing = SECURITY.filter((name) => !isBare && !new RegExp(`^${name}: ?\\S`, 'imu').test(head));
  const location = /^location: ?(.*)$/imu.exec(head)?.[1] ?? '/';
  return [
    ...missing.map((name) => `no ${name}`),
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(/^\/(?![/\\])/u.test(location) ? [] : [`redirects to ${location}`]),
    ...(/^set-cookie: (?!(?:__Host-|plinth-)(?:application|lang)=)/imu.test(head)
      ? ['a strange cookie']
      : []),
    ...(INSIDE.exec(head + text) ?? []).map((found) => `shows ${found}`),
  ];
}

async function pagesOf(port: number) {
  const pages = [];
  for (const path of PAGES) {
    const { status, headers, text } = await rawRequest(port, path);
    // The sizes of images are known later.
    const stable = text.replace(/<(?:img|link rel="preload"|meta property="og:image)[^>]*>/gu, '');
    pages.push([status, headers['content-type'], headers['cache-control'], headers.vary, stable]);
  }
  return pages;
}

it('random requests get valid responses and do not change the site', { timeout: TIMEOUT_MS }, async () => {
  await using fake = await startFakeBackend();
  const environment = { ...TEST_SETTINGS, API_BASE_URL: fake.url, CONTENT_FRESH_S: '3600' };
  await using site = await startDemoSite({ environment });
  const before = await pagesOf(site.port);
  const client = formClient(site.port, FORM);
  await client.get();
  await client.post({ button: { action: 'new-code' } });
  await client.get();
  const statuses = new Set<number | undefined>();
  const faults: string[] = [];
  let next = 0;
  const line = async () => {
    while (next < REQUESTS && faults.length === 0) {
      const own = seed + next++;
      const random = seeded(own);
      const bytes = random(2) === 0 ? wildPath(random) : wildPost(client.cookie(), client.inputs(), random);
      const answer = await exchange(site.port, bytes, CUT_AFTER_MS);
      statuses.add(answer.status);
      faults.push(
        ...faultsOf(answer).map((fault) => `seed ${own}: ${bytes.toString('latin1', 0, 200)}: ${fault}`),
      );
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
  expect({ seed, faults }).toEqual({ seed, faults: [] });
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
  expect(await pagesOf(site.port)).toEqual(before);
  expect(site.stderr).toEqual([]);
  expect(site.stdout.filter((text) => /"level":[56]0/u.test(text))).toEqual([]);
});
