import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { doctor } from './support.ts';

/** Responds to a request itself, or changes it, before the proxy passes it on. */
type Rule = (request: IncomingMessage, response: ServerResponse) => void;

let site: DemoSite;
let rule: Rule;
const proxy = http.createServer((request, response) => {
  const { method, headers, url } = request;
  headers['x-forwarded-for'] = [headers['x-forwarded-for'], '203.0.113.9'].filter(Boolean).join(', ');
  rule(request, response);
  if (response.writableEnded) return request.resume();
  const passed = http.request(new URL(url ?? '/', site.base), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  request.pipe(passed);
});
const refuse = (response: ServerResponse, status: number) => response.writeHead(status).end();

beforeAll(async () => {
  site = await startDemoSite({ environment: { TRUST_PROXY: '1', METRICS_TOKEN: 'token-token-token-token' } });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await site.stop();
});

/** Findings about SITE_URL that are no `ok`. */
async function findingsOutside(used: Rule): Promise<string[]> {
  rule = used;
  const SITE_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { lines } = await doctor({ SITE_URL, TRUST_PROXY: '1' }, ['--outside']);
  const outside = lines.filter((line) => /^\w+ +SITE_URL /u.test(line));
  expect(outside.length).toBeGreaterThanOrEqual(6);
  return outside.filter((line) => !line.startsWith('ok')).map((line) => line.replace(/ {2,}/gu, ' '));
}

describe('the doctor with --outside', () => {
  it('finds no problem of a site behind a proxy', async () => {
    expect(await findingsOutside(() => undefined)).toEqual([]);
  });

  it.each<[string, Rule, string]>([
    [
      'rejects PATCH',
      ({ method }, response) => method === 'PATCH' && refuse(response, 405),
      'error SITE_URL the proxy rejects PATCH with status 405: interrupted uploads cannot continue',
    ],
    [
      'rejects a body over 1 MB',
      ({ headers }, response) => Number(headers['content-length']) > 1_000_000 && refuse(response, 413),
      'error SITE_URL the proxy rejects a body of 1.5 MB with status 413: files cannot be sent',
    ],
    [
      'passes an address that the visitor chose',
      ({ headers }) => {
        headers['x-forwarded-for'] = `${headers['x-forwarded-for']}`.split(', ')[0];
      },
      'error SITE_URL visitors can choose their address: TRUST_PROXY exceeds the number of proxies',
    ],
    [
      'shows /metrics',
      ({ url, headers }) => {
        if (url === '/metrics') headers.authorization = 'Bearer token-token-token-token';
      },
      'error SITE_URL /metrics has status 200: it must be hidden',
    ],
    [
      'removes the compression',
      ({ headers }) => {
        delete headers['accept-encoding'];
      },
      'warning SITE_URL pages are not compressed',
    ],
    [
      'serves another build',
      ({ url }, response) => url === '/builds/latest.json' && response.end('{"id":"older"}'),
      expect.stringMatching(/^warning SITE_URL serves build older, and this folder has \w+$/u) as string,
    ],
  ])('names a proxy that %s', async (_name, used, finding) => {
    expect(await findingsOutside(used)).toEqual([finding]);
  });
});
