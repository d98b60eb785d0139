import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { MEGABYTE } from '../../applications/rules/limits.ts';
import type { Config } from '../../config/config.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { isNotFound } from '../../lib/failures.ts';
import { error, ok, type Result, warning } from './check.ts';

const TIMEOUT_MS = 10_000;
/** Exceeds the usual proxy limit of 1 MB. */
const BODY_BYTES = 1.5 * MEGABYTE;
/** Documentation IP addresses (RFC 5737), which no visitor has. */
const FORGED_IPS = ['192.0.2.1', '198.51.100.1'];

type FetchFromSite = (path: string, options?: RequestInit) => Promise<Response>;

/** Checks SITE_URL as visitors reach it, through the proxy. A response without `X-Request-Id` comes from the proxy. */
export async function checkFromOutside(config: Config, buildId?: string, menu?: Menu): Promise<Result[]> {
  const fetchFromSite: FetchFromSite = (path, options) =>
    fetch(new URL(path, config.siteUrl), {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...options,
    });
  const latest = await fetchFromSite('/builds/latest.json');
  if (!latest.ok)
    return [error(`/builds/latest.json returns status ${latest.status}: does SITE_URL name this site?`)];
  const { id } = (await latest.json()) as { id?: string };
  const readiness = await readStatus(await fetchFromSite('/readyz'));
  const home = await fetchFromSite('/', { headers: { 'Accept-Encoding': 'br, gzip' } });
  const patch = await fetchFromSite('/', { method: 'PATCH' });
  const metrics = await fetchFromSite('/metrics');
  const body = await sendBody(new URL('/', config.siteUrl));
  const test = (isGood: boolean, good: string, bad: Result): Result => (isGood ? ok(good) : bad);
  return [
    test(
      id === buildId,
      `serves build ${id}`,
      warning(`serves build ${id}, and this folder has ${buildId ?? 'none'}`),
    ),
    test(readiness === 'ready', '/readyz: ready', warning(`/readyz: ${readiness}`)),
    test(home.headers.has('Content-Encoding'), 'pages are compressed', warning('pages are not compressed')),
    // The home page accepts neither PATCH nor POST, so the site itself also rejects these requests.
    test(
      patch.headers.has('X-Request-Id'),
      'the proxy passes PATCH',
      error(`the proxy rejects PATCH with status ${patch.status}: interrupted uploads cannot continue`),
    ),
    test(
      body.headers['x-request-id'] !== undefined,
      'the proxy passes a body of 1.5 MB',
      error(`the proxy rejects a body of 1.5 MB with status ${body.statusCode}: files cannot be sent`),
    ),
    test(
      isNotFound(metrics.status),
      '/metrics is hidden',
      error(`/metrics returns status ${metrics.status}: hide it from visitors`),
    ),
    ...(await checkClientAddress(fetchFromSite, config, menu)),
  ];
}

async function readStatus(response: Response): Promise<unknown> {
  const body = (await response.json().catch(() => ({}))) as { status?: unknown };
  return body.status ?? `status ${response.status}`;
}

/** Uses its own connection: the response arrives before the end of the body, which would block later requests. */
function sendBody(url: URL): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // Without keep-alive, the site would close the connection before the end of the body, and the response could be lost.
    const headers = { Connection: 'keep-alive' };
    const sent = request(url, { method: 'POST', agent: false, headers, signal }, (response) => {
      resolve(response);
      sent.destroy();
    });
    sent.on('error', reject).end(Buffer.alloc(BODY_BYTES));
  });
}

/** Sends two invalid uploads with forged IP addresses: the second must count for the same visitor as the first. */
async function checkClientAddress(fetchFromSite: FetchFromSite, config: Config, menu?: Menu) {
  const form = menu?.byKey.values().find(({ kind }) => kind === 'application');
  if (!form || config.rateLimitPerMinute === 0) return [];
  const remaining: number[] = [];
  for (const ip of FORGED_IPS) {
    const headers = { 'X-Forwarded-For': ip };
    const response = await fetchFromSite(`${form.path}/uploads`, { method: 'POST', headers });
    remaining.push(Number(/\br=(\d+)/u.exec(response.headers.get('RateLimit') ?? '')?.[1]));
  }
  const [first = Number.NaN, second = Number.NaN] = remaining;
  if (Number.isNaN(first + second)) return [warning('rate limits per address cannot be tested from outside')];
  if (second >= first)
    return [error('visitors can choose their address: TRUST_PROXY exceeds the number of proxies')];
  return [ok('visitors cannot choose their address')];
}
