import { AggregatorRegistry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { READING_LIMITS } from '../../src/http/middleware/limiters.ts';
import { PATHS } from '../support/fake-backend.ts';
import { figuresOf, risenBy } from '../support/figures.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const TOKEN = 'token-of-the-operators';
const plain = siteForFile();
const withToken = siteForFile({ METRICS_TOKEN: TOKEN });
const unkept = siteForFile({ CONTENT_FRESH_S: '0', API_TIMEOUT_MS: '800' });
const behindProxy = siteForFile({ TRUST_PROXY: '1', METRICS_TOKEN: TOKEN });

type Site = ReturnType<typeof plain>;
const ask = (site: Site, headers: Record<string, string> = {}) => site.raw('/metrics', { headers });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** An error page without what is of its own request. */
const withoutOwn = (text: string): string => text.replaceAll(/\/(?:metrics|no-such-page)\b/gu, '/…');

describe('/metrics', () => {
  it('tells a program on the same machine all figures, and no cache', async () => {
    const { status, headers, text } = await ask(plain());
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toMatch(/^plinth_data_free_bytes [1-9]\d*$/mu);
    expect(text).toMatch(/^plinth_ready 1$/mu);
    expect(text).toMatch(/^plinth_nodejs_eventloop_lag_p99_seconds [\d.e-]+$/mu);
  });

  it('has the metrics that OPERATING.md names', async () => {
    const { text } = await ask(plain());
    const names = [...text.matchAll(/^# TYPE plinth_(\S+)/gmu)].map(([, name = '']) => name);
    expect(names.filter((name) => !/^(?:process|nodejs)_/u.test(name)).toSorted()).toEqual([
      'backend_calls_total',
      'backend_stale_total',
      'content_hooks_total',
      'data_free_bytes',
      'database_query_duration_seconds',
      'deliveries_oldest_seconds',
      'deliveries_total',
      'deliveries_waiting',
      'file_checks_total',
      'file_checks_waiting',
      'form_drafts_abandoned_total',
      'form_field_errors_total',
      'ready',
      'request_failures_total',
      'requests_total',
      's3_call_duration_seconds',
      's3_calls_total',
      'store_away',
      'upload_bytes_saved_total',
      'uploads_expired_total',
      'uploads_resumed_total',
      'uploads_total',
    ]);
  });

  it.each([
    'requests_total{kind="form",method="post",status="5xx"}',
    'request_failures_total{kind="storage"}',
    'request_failures_total{kind="tooMany"}',
    'backend_calls_total{path="/column/list",result="timeout"}',
    'backend_stale_total{path="/column/list"}',
    'content_hooks_total{result="partly"}',
    'file_checks_total{result="late"}',
    'deliveries_total{channel="forward",result="refused"}',
    's3_calls_total{operation="put",result="noAnswer"}',
  ])('starts at 0: %s', async (name) => {
    expect((await ask(plain())).text).toContain(`plinth_${name} 0\n`);
  });

  it.each([
    ['X-Forwarded-For', '192.0.2.1'],
    ['X-Forwarded-For', '127.0.0.1'],
    ['Forwarded', 'for=127.0.0.1'],
    ['X-Real-IP', '192.0.2.1'],
    ['Via', '1.1 proxy'],
    ['Host', 'www.group.example'],
    ['Host', 'localhost.attacker.example'],
    ['Authorization', `Bearer ${TOKEN}`],
  ])('%s: %s', async (name, value) => {
    const isShown = name === 'Authorization';
    expect((await ask(plain(), { [name]: value })).status).toBe(isShown ? 200 : 404);
  });

  it.each(['localhost', 'localhost:3000', '127.0.0.1:80', '[::1]:3000'])('is local at %s', async (host) => {
    expect((await ask(plain(), { Host: host })).status).toBe(200);
  });

  it('is the ordinary page of an address that is not there for everybody else', async () => {
    const outside = { 'X-Forwarded-For': '192.0.2.1' };
    const [hidden, lost] = await Promise.all([
      pageAt(plain(), '/metrics', outside),
      pageAt(plain(), '/no-such-page', outside),
    ]);
    expect(hidden.status).toBe(404);
    expect(withoutOwn(hidden.text)).toBe(withoutOwn(lost.text));
    const {
      'x-request-id': _own,
      'content-length': _length,
      etag: _etag,
      date: _date,
      ...same
    } = hidden.headers;
    expect(lost.headers).toMatchObject(same);
  });

  it('is told to a program on the same machine as often as it asks', async () => {
    const asked = Array.from({ length: READING_LIMITS.refusedMetrics + 50 }, () => ask(plain()));
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
  });

  it('has no address in another language, and none below', async () => {
    for (const address of ['/en/metrics', '/metrics/x', '/Metrics'])
      expect([address, (await plain().raw(address)).status]).toEqual([address, 404]);
  });
});

describe('METRICS_TOKEN', () => {
  it('opens it from anywhere', async () => {
    const outside = { 'X-Forwarded-For': '192.0.2.1', Host: 'www.group.example' };
    expect((await ask(withToken(), { ...outside, ...bearer(TOKEN) })).status).toBe(200);
    expect((await ask(behindProxy(), { ...outside, ...bearer(TOKEN) })).status).toBe(200);
  });

  it.each([
    ['none', {}],
    ['a wrong one', bearer('token-of-the-operatorS')],
    ['the beginning', bearer(TOKEN.slice(0, -1))],
    ['more', bearer(`${TOKEN}x`)],
    ['another scheme', { Authorization: `Basic ${TOKEN}` }],
    ['the bare token', { Authorization: TOKEN }],
  ])('is asked for: %s is not enough behind a proxy', async (_name, headers) => {
    expect((await ask(behindProxy(), headers as Record<string, string>)).status).toBe(404);
  });

  it('is not needed on the same machine, where no proxy is in front', async () => {
    expect((await ask(withToken())).status).toBe(200);
  });
});

describe('requests', () => {
  const requests = (act: () => Promise<unknown>) => risenBy(plain(), 'plinth_requests_total', act);
  const read = (kind: string, status = '2xx') => `{kind="${kind}",method="read",status="${status}"}`;

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
  ])('%s counts as %s, %s, cached or not', async (address, kind, status) => {
    for (let time = 0; time < 2; time += 1)
      expect(await requests(() => plain().raw(address))).toEqual({ [read(kind, status)]: 1 });
  });

  it.each(['prefetch', 'prefetch;prerender'])('with `Sec-Purpose: %s` count as prefetch', async (purpose) => {
    const act = () => plain().raw('/history', { headers: { 'Sec-Purpose': purpose } });
    expect(await requests(act)).toEqual({ '{kind="page",method="prefetch",status="2xx"}': 1 });
  });

  it('that fail count by kind of failure', async () => {
    const act = () => plain().raw('/nothing');
    expect(await risenBy(plain(), 'plinth_request_failures_total', act)).toEqual({ '{kind="notFound"}': 1 });
  });
});

describe('calls of the backend', () => {
  it('count by path and result', async () => {
    unkept().fake.override(PATHS.events, { destroy: true });
    const act = () => unkept().raw('/en/history');
    expect(await risenBy(unkept(), 'plinth_backend_calls_total', act)).toMatchObject({
      '{path="/event/list",result="unreachable"}': 1,
    });
  });

  it('count as stale if they fail while an older answer is served', async () => {
    await unkept().raw('/our-business/product-matrix');
    unkept().fake.override(PATHS.products, { status: 500 });
    const act = async () => {
      expect((await unkept().raw('/our-business/product-matrix')).status).toBe(200);
      await vi.waitFor(() => expect(unkept().linesWith('served a stale response').length).toBeGreaterThan(0));
    };
    expect(await risenBy(unkept(), 'plinth_backend_stale_total', act)).toEqual({
      '{path="/product-matrix/get"}': 1,
    });
  });
});

it('metrics of several workers are added up, and gauges merged as they say', async () => {
  await plain().raw('/');
  const one = await plain().services.metrics.registry.getMetricsAsJSON();
  const text = await AggregatorRegistry.aggregate([one, structuredClone(one)]).metrics();
  const name = 'plinth_requests_total{kind="home",method="read",status="2xx"}';
  expect(text).toContain(`${name} ${2 * ((await figuresOf(plain())).get(name) ?? 0)}`);
  expect(text).toMatch(/^plinth_ready 1$/mu);
});
