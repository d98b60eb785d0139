import { describe, expect, it } from 'vitest';
import { READING_LIMITS } from '../../src/middleware/limiters.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const TOKEN = 'token-of-the-operators';
const plain = siteForFile();
const withToken = siteForFile({ METRICS_TOKEN: TOKEN });
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
    expect(text).toMatch(/^plinth_process_resident_memory_bytes \d+$/mu);
    expect(text).toMatch(/^plinth_nodejs_eventloop_lag_p99_seconds [\d.e-]+$/mu);
    expect(text).toMatch(/^plinth_process_open_fds \d+$/mu);
    expect(text).toMatch(/^plinth_data_free_bytes [1-9]\d*$/mu);
    expect(text).toMatch(/^plinth_ready 1$/mu);
    expect(text).toMatch(/^plinth_build_info\{version="[\d.]+",build="[0-9a-f]{16}"\} 1$/mu);
    expect(text).not.toMatch(/active_(?:resources|handles|requests)|heap_space/u);
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
