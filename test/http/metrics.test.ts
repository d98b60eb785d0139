import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { READING_LIMITS } from '../../src/applications/rules/limits.ts';
import { root } from '../../src/build/places.ts';
import { PATHS } from '../support/fake-backend.ts';
import { metricIncreases } from '../support/metrics.ts';
import type { Site } from '../support/site.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const TOKEN = 'token-of-the-operators';
const plain = siteForFile();
const uncached = siteForFile({ CONTENT_FRESH_S: '0', API_TIMEOUT_MS: '800' });
const behindProxy = siteForFile({ TRUST_PROXY: '1', METRICS_TOKEN: TOKEN });

const ask = (site: Site, headers: Record<string, string> = {}) => site.raw('/metrics', { headers });
const OUTSIDE = { 'X-Forwarded-For': '192.0.2.1', Host: 'www.group.example' };

describe('/metrics', () => {
  it('returns all metrics to a program on the same machine without caching or limits', async () => {
    const { headers, text } = await ask(plain());
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    for (const line of [
      /^plinth_data_free_bytes [1-9]\d*$/mu,
      /^plinth_ready 1$/mu,
      /^plinth_nodejs_eventloop_lag_p99_seconds [\d.e-]+$/mu,
    ])
      expect(text).toMatch(line);
    const answers = Array.from({ length: READING_LIMITS.refusedMetrics + 50 }, () => ask(plain()));
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  });

  it('returns the metrics that OPERATING.md names', async () => {
    const operating = await readFile(path.join(root, 'OPERATING.md'), 'utf8');
    const names = new Set(operating.match(/plinth_\w+/gu));
    const { text } = await ask(plain());
    expect([...names].filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });

  it.each([
    'requests_total{kind="form",method="post",status="5xx"}',
    'request_failures_total{kind="storage"}',
    'backend_calls_total{path="/column/list",result="timeout"}',
    'content_hooks_total{result="partly"}',
    'file_checks_total{result="late"}',
    'deliveries_total{channel="forward",result="refused"}',
    's3_calls_total{operation="put",result="noAnswer"}',
  ])('metrics start at 0: %s', async (name) => {
    expect((await ask(plain())).text).toContain(`plinth_${name} 0\n`);
  });

  it.each([
    ['X-Forwarded-For', '127.0.0.1', 404],
    ['Forwarded', 'for=127.0.0.1', 404],
    ['X-Real-IP', '192.0.2.1', 404],
    ['Via', '1.1 proxy', 404],
    ['Host', 'www.group.example', 404],
    ['Host', 'localhost.attacker.example', 404],
    ['Host', '[::1]:3000', 200],
    ['Host', 'localhost:3000', 200],
  ])('a request for metrics with %s: %s returns %i', async (name, value, status) => {
    expect((await ask(plain(), { [name]: value })).status).toBe(status);
  });

  it('metrics return the ordinary 404 page to other clients', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.1' };
    const [hidden, lost] = [
      await pageAt(plain(), '/metrics', headers),
      await pageAt(plain(), '/no-such-page', headers),
    ];
    const withoutAddress = (text: string) => text.replaceAll(/\/(?:metrics|no-such-page)\b/gu, '/…');
    expect([hidden.status, withoutAddress(hidden.text)]).toEqual([404, withoutAddress(lost.text)]);
    const {
      'x-request-id': _id,
      'content-length': _length,
      etag: _etag,
      date: _date,
      ...same
    } = hidden.headers;
    expect(lost.headers).toMatchObject(same);
    for (const address of ['/en/metrics', '/Metrics']) expect((await plain().raw(address)).status).toBe(404);
  });

  it('METRICS_TOKEN allows metrics from anywhere', async () => {
    expect((await ask(behindProxy(), { ...OUTSIDE, Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  });

  it.each(['', `Bearer ${TOKEN}x`])(
    'metrics behind a proxy return 404 with Authorization “%s”',
    async (authorization) => {
      const headers: Record<string, string> = authorization ? { Authorization: authorization } : {};
      expect((await ask(behindProxy(), headers)).status).toBe(404);
    },
  );
});

describe('request metrics', () => {
  const requests = (act: () => Promise<unknown>) => metricIncreases(plain(), 'plinth_requests_total', act);

  it.each([
    ['/', 'home', '2xx'],
    ['/history', 'page', '2xx'],
    ['/newsroom/press-room/p1', 'article', '2xx'],
    ['/search?keyword=x', 'search', '2xx'],
    ['/en/apply', 'form', '2xx'],
    ['/captcha/image', 'captcha', '4xx'],
    ['/files/x/y', 'file', '4xx'],
    ['/media/x/320/y', 'media', '4xx'],
    ['/assets/none.css', 'asset', '4xx'],
    ['/robots.txt', 'machine', '2xx'],
    ['/no-such-page', 'error', '4xx'],
    ['/zh/history', 'error', '3xx'],
  ])('counts requests of %s as %s, %s, cached or not', async (address, kind, status) => {
    for (const _time of [1, 2])
      expect(await requests(() => plain().raw(address))).toEqual({
        [`{kind="${kind}",method="read",status="${status}"}`]: 1,
      });
  });

  it('requests with Sec-Purpose count as prefetch', async () => {
    const prefetch = () => plain().raw('/history', { headers: { 'Sec-Purpose': 'prefetch;prerender' } });
    expect(await requests(prefetch)).toEqual({ '{kind="page",method="prefetch",status="2xx"}': 1 });
    const failures = await metricIncreases(plain(), 'plinth_request_failures_total', () =>
      plain().raw('/nothing'),
    );
    expect(failures).toEqual({ '{kind="notFound"}': 1 });
  });
});

describe('backend call metrics', () => {
  it('counts backend calls by path and result', async () => {
    uncached().fake.override(PATHS.events, { destroy: true });
    const calls = await metricIncreases(uncached(), 'plinth_backend_calls_total', () =>
      uncached().raw('/en/history'),
    );
    expect(calls).toMatchObject({ '{path="/event/list",result="unreachable"}': 1 });
  });

  it('counts a failed backend call as stale while an older response is served', async () => {
    const address = '/our-business/product-matrix';
    await uncached().raw(address);
    uncached().fake.override(PATHS.products, { status: 500 });
    const stale = await metricIncreases(uncached(), 'plinth_backend_stale_total', async () => {
      expect((await uncached().raw(address)).status).toBe(200);
      await expect.poll(() => uncached().linesWith('served a stale response').length).toBeGreaterThan(0);
    });
    expect(stale).toEqual({ '{path="/product-matrix/get"}': 1 });
  });
});
