import { afterAll, expect, it } from 'vitest';
import { HTTP_LIMITS } from '../../src/http/http-limits.ts';
import { READING_LIMITS } from '../../src/http/middleware/rate-limits.ts';
import { MAX_TARGET_BYTES } from '../../src/http/middleware/request-url.ts';
import { SAME_ORIGIN } from '../stress/attack/support/visitors.ts';
import { siteForFile } from '../support/site-for-file.ts';

// Requests over HTTP are slow, so this file lowers the limits that it reaches over HTTP.
const usual = { ...READING_LIMITS };
Object.assign(READING_LIMITS, { searches: 20, refusedMetrics: 20 });
afterAll(() => Object.assign(READING_LIMITS, usual));

it.each(['requests', 'prefetches', 'missingArticles', 'codePictures', 'codeSounds'] as const)(
  'allows a hundred or more requests a second of neighbours for %s',
  (kind) => {
    expect(usual[kind] / 60).toBeGreaterThanOrEqual(100);
  },
);

const TOKEN = 'token-of-the-operators';
const site = siteForFile({ RATE_LIMIT_PER_MINUTE: '4', TRUST_PROXY: '1', METRICS_TOKEN: TOKEN });

let addresses = 0;
const anotherAddress = () => {
  addresses += 1;
  return { 'X-Forwarded-For': `2001:db8:${addresses.toString(16)}::1` };
};

/** One path of each route with its status. The query is not read if `isCached`. */
const ROUTES: readonly { path: string; status: number; takesPosts?: boolean; isCached?: boolean }[] = [
  { path: '/healthz', status: 200 },
  { path: '/sitemap.xml', status: 200, isCached: true },
  { path: '/files/none/x.pdf', status: 404 },
  { path: '/en/search?keyword=bridge', status: 200 },
  { path: '/captcha/image', status: 404 },
  { path: '/en/apply', status: 200, takesPosts: true },
  { path: '/en/history/_payload.json', status: 200, isCached: true },
  { path: '/en/nothing/here', status: 404 },
  { path: '/metrics', status: 404 },
];

it.each(ROUTES)('$path limits the length of its URL, headers and body', async (route) => {
  const { path, status, takesPosts = false, isCached = false } = route;
  const statusOf = async (target: string, headers = {}, body?: string, method = 'GET') =>
    (await site().raw(target, { method, headers: { ...anotherAddress(), ...headers }, body })).status;
  expect(await statusOf(path)).toBe(status);
  const long = `${path}${path.includes('?') ? '&' : '?'}x=${'y'.repeat(MAX_TARGET_BYTES)}`;
  expect(await statusOf(long)).toBe(isCached ? 200 : 414);
  expect(await statusOf(path, { X: 'y'.repeat(HTTP_LIMITS.headerBytes) })).toBe(431);
  expect(await statusOf(path, { 'Content-Length': '4' }, 'body')).toBe(status);
  const json = { ...SAME_ORIGIN, 'Content-Type': 'application/json', 'Content-Length': '2' };
  expect(takesPosts ? [415] : [308, 404, 405]).toContain(await statusOf(path, json, '{}', 'POST'));
});

/** Requests a path from one client address until it is refused. Returns the number of other responses. */
async function passedAt(path: string, most: number, headers: Record<string, string>): Promise<number> {
  let passed = 0;
  while (passed < most) {
    const answers = Array.from({ length: Math.min(10, most - passed) }, () => site().raw(path, { headers }));
    const refused = (await Promise.all(answers)).filter(({ status }) => status === 429);
    for (const { headers: told } of refused) expect(Number(told['retry-after'])).toBeGreaterThan(0);
    passed += answers.length - refused.length;
    if (refused.length > 0) break;
  }
  return passed;
}

it('one client address may still read cached pages when its searches are limited', async () => {
  const headers = anotherAddress();
  await site().raw('/en', { headers });
  const most = READING_LIMITS.searches;
  expect(await passedAt('/en/search', 2 * most, headers)).toBe(most);
  expect((await site().raw('/en', { headers })).status).toBe(200);
});

const most = READING_LIMITS.refusedMetrics;
const withToken = (token: string) => ({ ...anotherAddress(), Authorization: `Bearer ${token}` });

it('/metrics refuses even the right token after too many wrong ones', async () => {
  const headers = withToken('wrong');
  expect(await passedAt('/metrics', 2 * most, headers)).toBe(most);
  const right = { ...headers, Authorization: `Bearer ${TOKEN}` };
  expect((await site().raw('/metrics', { headers: right })).status).toBe(429);
});
