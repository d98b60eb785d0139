import { AggregatorRegistry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { PATHS } from '../support/fake-backend.ts';
import { figuresOf, risenBy } from '../support/figures.ts';
import { siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({ CONTENT_FRESH_S: '3600', API_TIMEOUT_MS: '800' });
const unkept = siteForFile({ CONTENT_FRESH_S: '0' });

const asked = (address: string) => () => site().raw(address);
const requests = (act: () => Promise<unknown>) => risenBy(site(), 'plinth_requests_total', act);
const read = (kind: string, status = '2xx') => `{kind="${kind}",method="read",status="${status}"}`;

describe('requests', () => {
  it.each([
    ['/', 'home', '2xx'],
    ['/en', 'home', '2xx'],
    ['/history', 'page', '2xx'],
    ['/newsroom/press-room/p1', 'article', '2xx'],
    ['/search?keyword=x', 'search', '2xx'],
    ['/en/apply', 'form', '2xx'],
    ['/captcha/image', 'captcha', '4xx'],
    ['/files/x/y', 'file', '4xx'],
    ['/media/x/320/y', 'media', '4xx'],
    ['/assets/none.css', 'asset', '4xx'],
    ['/robots.txt', 'machine', '2xx'],
    ['/sitemap.xml', 'machine', '2xx'],
    ['/builds/latest.json', 'machine', '2xx'],
    ['/no-such-page', 'error', '4xx'],
    ['/%zz', 'error', '4xx'],
    ['/zh/history', 'error', '3xx'],
  ])('%s counts as %s, %s', async (address, kind, status) => {
    expect(await requests(asked(address))).toEqual({ [read(kind, status)]: 1 });
  });

  it('that are answered from kept bytes count as what they are, with their durations', async () => {
    for (const [address, kind] of [
      ['/', 'home'],
      ['/history', 'page'],
      ['/newsroom/press-room/p1', 'article'],
    ] as const) {
      await site().raw(address);
      const twice = async () => {
        await site().raw(address);
        const { headers } = await site().raw(address);
        await site().raw(address, { headers: { 'If-None-Match': `${headers.etag}` } });
      };
      expect(await requests(twice)).toEqual({ [read(kind)]: 2, [read(kind, '3xx')]: 1 });
      expect(await risenBy(site(), 'plinth_request_duration_seconds_count', twice)).toEqual({
        [`{kind="${kind}"}`]: 3,
      });
      expect(await risenBy(site(), 'plinth_page_cache_total', asked(address))).toEqual({
        '{result="hit"}': 1,
      });
    }
  });

  it('have cumulative buckets that end in their number', async () => {
    await site().raw('/history');
    const figures = await figuresOf(site());
    const buckets = [...figures].filter(([name]) =>
      /^plinth_request_duration_seconds_bucket.*"page"/u.test(name),
    );
    const counts = buckets.map(([, count]) => count);
    expect(counts).toHaveLength(13);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(figures.get('plinth_request_duration_seconds_count{kind="page"}'));
    expect(figures.get('plinth_request_duration_seconds_sum{kind="page"}')).toBeGreaterThan(0);
  });

  it.each(['prefetch', 'prefetch;prerender'])(
    'by `Sec-Purpose: %s` are told apart, kept or not',
    async (purpose) => {
      const ahead = (address: string) => () => site().raw(address, { headers: { 'Sec-Purpose': purpose } });
      await site().raw('/history');
      expect(await requests(ahead('/history'))).toEqual({
        '{kind="page",method="prefetch",status="2xx"}': 1,
      });
      expect(await requests(ahead('/nothing'))).toEqual({
        '{kind="error",method="prefetch",status="4xx"}': 1,
      });
    },
  );

  it('of every method that was thought of count among four', async () => {
    const act = async () => {
      for (const method of ['POST', 'PUT', 'BREW-COFFEE', 'HEAD'])
        await site()
          .raw('/robots.txt', { method })
          .catch(() => undefined);
    };
    const risen = await requests(act);
    expect(Object.keys(risen).every((name) => /method="(?:read|prefetch|post|other)"/u.test(name))).toBe(
      true,
    );
  });

  it('that fail count by what went wrong', async () => {
    unkept().fake.override(PATHS.events, { status: 502 });
    expect(await risenBy(unkept(), 'plinth_request_failures_total', () => unkept().raw('/history'))).toEqual({
      '{kind="badStatus"}': 1,
    });
    expect(await risenBy(site(), 'plinth_request_failures_total', asked('/nothing'))).toEqual({
      '{kind="notFound"}': 1,
    });
  });
});

describe('the backend', () => {
  it('is counted by path of the contract and result', async () => {
    unkept().fake.override(PATHS.events, { destroy: true });
    const risen = await risenBy(unkept(), 'plinth_backend_calls_total', () => unkept().raw('/en/history'));
    expect(risen).toMatchObject({ '{path="/event/list",result="unreachable"}': 1 });
    const durations = await figuresOf(unkept());
    expect(durations.get('plinth_backend_call_duration_seconds_count{path="/event/list"}')).toBeGreaterThan(
      0,
    );
  });

  it('that fails while an older answer is served is seen', async () => {
    await unkept().raw('/our-business/product-matrix');
    unkept().fake.override(PATHS.products, { status: 500 });
    const act = async () => {
      expect((await unkept().raw('/our-business/product-matrix')).status).toBe(200);
      await vi.waitFor(() => expect(unkept().linesWith('served an older answer').length).toBeGreaterThan(0));
    };
    expect(await risenBy(unkept(), 'plinth_backend_stale_total', act)).toEqual({
      '{path="/product-matrix/get"}': 1,
    });
  });
});

describe('figures of several workers', () => {
  it('are added up, and a gauge as it says', async () => {
    const one = await site().services.metrics.registry.getMetricsAsJSON();
    const text = await AggregatorRegistry.aggregate([one, structuredClone(one)]).metrics();
    const figures = await figuresOf(site());
    const kept = 'plinth_requests_total{kind="home",method="read",status="2xx"}';
    const durations = 'plinth_request_duration_seconds_count{kind="home"}';
    for (const name of [kept, durations]) expect(text).toContain(`${name} ${2 * (figures.get(name) ?? 0)}`);
    expect(text).toMatch(/^plinth_ready 1$/mu);
    expect(text).toMatch(/^plinth_build_info\{.*\} 1$/mu);
  });
});
