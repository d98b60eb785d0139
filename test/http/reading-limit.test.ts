import type { Request, RequestHandler, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { MAX_POST_BYTES } from '../../src/form/rules/limits.ts';
import { HTTP_LIMITS } from '../../src/http/http-limits.ts';
import { MAX_TARGET_BYTES } from '../../src/http/middleware/address.ts';
import { READING_LIMITS } from '../../src/http/middleware/limiters.ts';
import { SAME_ORIGIN } from '../attack/support/visitors.ts';
import { siteForFile } from '../support/site-for-file.ts';

const RATE = 4;
const TOKEN = 'token-of-the-operators';
const unlimited = siteForFile({ RATE_LIMIT_PER_MINUTE: '0' });
const site = siteForFile({ RATE_LIMIT_PER_MINUTE: `${RATE}`, TRUST_PROXY: '1', METRICS_TOKEN: TOKEN });

/** Every route of the address table, with what bounds it. `isReady`: once it was asked for it stands ready, whatever its query; `minute`: how often an address may ask for what is made anew. */
const ROUTES: readonly {
  path: string;
  minute?: number;
  takesPosts?: boolean;
  isReady?: boolean;
  good: number[];
}[] = [
  { path: '/healthz', good: [200] },
  { path: '/readyz', good: [200] },
  { path: '/robots.txt', minute: READING_LIMITS.requests, good: [200] },
  { path: '/favicon.ico', minute: READING_LIMITS.requests, good: [302] },
  { path: '/sitemap.xml', minute: READING_LIMITS.requests, good: [200] },
  { path: '/assets/none.js', minute: READING_LIMITS.requests, good: [404] },
  { path: '/files/none/x.pdf', minute: READING_LIMITS.requests, good: [404] },
  { path: '/media/none/480/x.png', minute: READING_LIMITS.requests, good: [404] },
  { path: '/builds/latest.json', minute: READING_LIMITS.requests, good: [200] },
  { path: '/en/feed.xml', minute: READING_LIMITS.requests, good: [200] },
  { path: '/site.webmanifest', minute: READING_LIMITS.requests, good: [200] },
  { path: '/en/search?keyword=bridge', minute: READING_LIMITS.searches, good: [200] },
  { path: '/en/articles/loose', minute: READING_LIMITS.requests, isReady: true, good: [200] },
  { path: '/captcha/image', minute: READING_LIMITS.codePictures, good: [404] },
  { path: '/captcha/audio', minute: READING_LIMITS.codeSounds, good: [404] },
  { path: '/en/apply', minute: READING_LIMITS.requests, takesPosts: true, good: [200] },
  { path: '/en/apply/files', minute: READING_LIMITS.requests, takesPosts: true, good: [302] },
  { path: '/en/apply/sent', minute: READING_LIMITS.requests, good: [302] },
  { path: '/en/history/_payload.json', minute: READING_LIMITS.requests, isReady: true, good: [200] },
  { path: '/zh/history', minute: READING_LIMITS.requests, good: [308] },
  { path: '/en/nothing/here', minute: READING_LIMITS.requests, good: [404] },
  { path: '/en/articles/nobody', minute: READING_LIMITS.missingArticles, good: [404] },
  { path: '/metrics', minute: READING_LIMITS.refusedMetrics, good: [404] },
];

const MANY = 50;
let addresses = 0;
const anotherAddress = () => {
  addresses += 1;
  return { 'X-Forwarded-For': `2001:db8:${addresses.toString(16)}::1` };
};

/** Asks for a path from one address until it is refused, at most so often; gives how often it was not. */
async function askedUntilRefused(path: string, most: number, headers = anotherAddress()): Promise<number> {
  for (let count = 0; count < most; count += MANY) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(MANY, most - count) }, () => site().raw(path, { headers })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    for (const { headers: told } of refused) expect(Number(told['retry-after'])).toBeGreaterThan(0);
    if (refused.length > 0) return count + answers.length - refused.length;
  }
  return most;
}

describe.each(ROUTES)('$path', ({ path, takesPosts = false, isReady = false, good }) => {
  it('answers', async () => {
    expect(good).toContain((await site().raw(path, { headers: anotherAddress() })).status);
  });

  it(`reads an address of ${MAX_TARGET_BYTES} bytes, headers of ${HTTP_LIMITS.headerBytes}`, async () => {
    const long = `${path}${path.includes('?') ? '&' : '?'}x=${'y'.repeat(MAX_TARGET_BYTES)}`;
    expect((await site().raw(long, { headers: anotherAddress() })).status).toBe(isReady ? 200 : 414);
    expect((await site().raw(path, { headers: { X: 'y'.repeat(HTTP_LIMITS.headerBytes) } })).status).toBe(
      431,
    );
  });

  it('reads no body with a GET', async () => {
    const { status } = await site().raw(path, {
      headers: { ...anotherAddress(), 'Content-Length': '4' },
      body: 'body',
    });
    expect(good).toContain(status);
  });

  it(takesPosts ? 'takes forms and nothing else' : 'takes no POST', async () => {
    const sent = {
      ...anotherAddress(),
      ...SAME_ORIGIN,
      'Content-Type': 'application/json',
      'Content-Length': '2',
    };
    const { status } = await site().raw(path, { method: 'POST', headers: sent, body: '{}' });
    expect(takesPosts ? [415] : [308, 404, 405]).toContain(status);
    if (!takesPosts) return;
    const large = {
      ...sent,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': `${MAX_POST_BYTES + 1}`,
    };
    expect(
      (
        await site()
          .raw(path, { method: 'POST', headers: { ...large, ...anotherAddress() } })
          .catch(() => ({ status: 413 }))
      ).status,
    ).toBe(413);
  });
});

/** How many of so many requests from one address a limit lets pass. */
async function passedBy(limit: RequestHandler, requests: number): Promise<number> {
  let passed = 0;
  const response = { set: () => undefined };
  for (let count = 0; count < requests; count += 1) {
    await limit(
      { ip: '192.0.2.1', headers: {} } as Request,
      response as unknown as Response,
      (failure?: unknown) => {
        if (failure === undefined) passed += 1;
      },
    );
  }
  return passed;
}

describe('/metrics', () => {
  const token = (value: string) => ({ ...anotherAddress(), Authorization: `Bearer ${value}` });
  const most = READING_LIMITS.refusedMetrics;

  it('is refused to an address so often a minute, and then not even judged', async () => {
    const headers = token('wrong');
    expect(await askedUntilRefused('/metrics', 2 * most, headers)).toBe(most);
    const right = { ...headers, Authorization: `Bearer ${TOKEN}` };
    expect((await site().raw('/metrics', { headers: right })).status).toBe(429);
  });

  it('does not limit requests of /metrics with the token', async () => {
    expect(await askedUntilRefused('/metrics', 3 * most, token(TOKEN))).toBe(3 * most);
  });
});

describe('an address', () => {
  it.each(['codePictures', 'codeSounds'] as const)('may ask for so many %s a minute', async (what) => {
    const most = READING_LIMITS[what];
    expect(await passedBy(site().services.limiters.reading(what), most + MANY)).toBe(most);
  });

  it(`may ask for ${READING_LIMITS.requests} things that are made anew`, async () => {
    expect(await passedBy(site().services.limiters.reading('requests'), READING_LIMITS.requests + MANY)).toBe(
      READING_LIMITS.requests,
    );
  });

  it(`may prefetch ${READING_LIMITS.prefetches} such things, which takes nothing from what it may ask for`, async () => {
    const most = READING_LIMITS.prefetches;
    expect(await passedBy(site().services.limiters.reading('prefetches'), most + MANY)).toBe(most);
    const headers = anotherAddress();
    const ahead = { ...headers, 'Sec-Purpose': 'prefetch' };
    const path = '/robots.txt';
    expect(await askedUntilRefused(path, READING_LIMITS.requests + MANY, headers)).toBe(
      READING_LIMITS.requests,
    );
    expect((await site().raw(path, { headers: ahead })).status).toBe(200);
  });

  it(`may search ${READING_LIMITS.searches} times a minute, and read what stands ready`, async () => {
    const headers = anotherAddress();
    await site().raw('/en', { headers });
    expect(await askedUntilRefused('/en/search', READING_LIMITS.searches + MANY, headers)).toBe(
      READING_LIMITS.searches,
    );
    expect((await site().raw('/en', { headers })).status).toBe(200);
  });

  it('without a limit for forms has none for reading', async () => {
    const most = READING_LIMITS.searches + MANY;
    expect(await passedBy(unlimited().services.limiters.reading('searches'), most)).toBe(most);
  });
});
