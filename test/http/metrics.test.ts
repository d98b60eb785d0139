import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../src/build/paths.ts';
import { READING_LIMITS } from '../../src/http/middleware/rate-limits.ts';
import { metricIncreases } from '../support/metrics.ts';
import type { Site } from '../support/site.ts';
import { siteForFile } from '../support/site-for-file.ts';

const TOKEN = 'token-of-the-operators';
const plain = siteForFile();
const behindProxy = siteForFile({ TRUST_PROXY: '1', METRICS_TOKEN: TOKEN });

const production = siteForFile({ NODE_ENV: 'production' });
const productionWithToken = siteForFile({ NODE_ENV: 'production', METRICS_TOKEN: TOKEN });

const ask = (site: Site, headers: Record<string, string> = {}) => site.raw('/metrics', { headers });

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
  ['X-Forwarded-For', '127.0.0.1', 404],
  ['Forwarded', 'for=127.0.0.1', 404],
  ['Host', 'www.group.example', 404],
  ['Host', 'localhost:3000', 200],
])('a request for metrics with %s: %s returns %i', async (name, value, status) => {
  expect((await ask(plain(), { [name]: value })).status).toBe(status);
});

it.each([
  ['', 404],
  [`Bearer ${TOKEN}x`, 404],
  [`Bearer ${TOKEN}`, 200],
])('metrics behind a proxy with Authorization “%s” return %i', async (Authorization, status) => {
  expect((await ask(behindProxy(), { Authorization })).status).toBe(status);
});

it('returns 404 for metrics in production to every request if there is no token', async () => {
  for (const Authorization of ['', 'Bearer ', 'Bearer undefined'])
    expect((await ask(production(), { Authorization })).status).toBe(404);
});

it('requires the token for metrics in production also from the same machine', async () => {
  expect((await ask(productionWithToken())).status).toBe(404);
  expect((await ask(productionWithToken(), { Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});

const requests = (act: () => Promise<unknown>) => metricIncreases(plain(), 'plinth_requests_total', act);

it.each([
  ['/', 'home', '2xx'],
  ['/search?keyword=x', 'search', '2xx'],
  ['/en/apply', 'form', '2xx'],
  ['/robots.txt', 'machine', '2xx'],
  ['/sw.js', 'machine', '2xx'],
  ['/no-such-page', 'error', '4xx'],
  ['/en/apply/no-such/page', 'error', '4xx'],
])(
  'counts requests for %s with the kind %s and the status %s, cached or not',
  async (address, kind, status) => {
    for (const _time of [1, 2])
      expect(await requests(() => plain().raw(address))).toEqual({
        [`{kind="${kind}",method="read",status="${status}"}`]: 1,
      });
  },
);
