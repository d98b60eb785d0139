import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { MEGABYTE } from '../../applications/rules/limits.ts';
import { createBuildInfo } from '../../config/build-info.ts';
import type { Config } from '../../config/config.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { isNotFound } from '../../lib/failures.ts';
import { error, ok, type Result, warning } from './check.ts';

const TIMEOUT_MS = 10_000;
/** More than the usual limit of a proxy, which is 1 MB. */
const BODY_BYTES = 1.5 * MEGABYTE;
/** IP addresses for documentation (RFC 5737), which no visitor has. */
const FORGED = ['192.0.2.1', '198.51.100.1'];

type Ask = (path: string, options?: RequestInit) => Promise<Response>;

/** Checks SITE_URL as visitors reach it, through the proxy. A response without `X-Request-Id` comes from the proxy. */
export async function checkFromOutside(config: Config, distDir: string, menu: Menu): Promise<Result[]> {
  const ask: Ask = (path, options) =>
    fetch(new URL(path, config.siteUrl), {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...options,
    });
  return [
    await checkRunningBuild(ask, distDir),
    ...(await checkHeaders(ask, config.siteUrl)),
    await checkPatch(ask),
    await checkBody(new URL('/', config.siteUrl)),
    await checkMetrics(ask),
    ...(await checkClientAddress(ask, config, menu)),
  ];
}

async function checkRunningBuild(ask: Ask, distDir: string): Promise<Result> {
  const response = await ask('/builds/latest.json');
  if (!response.ok) return error(`/builds/latest.json has status ${response.status}: is this the site?`);
  const { id } = (await response.json()) as { id?: string };
  const own = createBuildInfo(distDir).running.id;
  return id === own ? ok(`serves build ${id}`) : warning(`serves build ${id}, and this folder has ${own}`);
}

async function checkHeaders(ask: Ask, siteUrl: string): Promise<Result[]> {
  const { headers } = await ask('/', { headers: { 'Accept-Encoding': 'br, gzip' } });
  const lacksHsts = siteUrl.startsWith('https:') && !headers.has('Strict-Transport-Security');
  return [
    headers.has('Content-Encoding') ? ok('pages are compressed') : warning('pages are not compressed'),
    ...(lacksHsts ? [warning('the header Strict-Transport-Security is missing')] : []),
  ];
}

async function checkPatch(ask: Ask): Promise<Result> {
  const { status, headers } = await ask('/', { method: 'PATCH' });
  return passed('PATCH', status, headers.has('X-Request-Id'), 'interrupted uploads cannot continue');
}

async function checkBody(url: URL): Promise<Result> {
  const { statusCode = 0, headers } = await sendBody(url, Buffer.alloc(BODY_BYTES));
  const what = `a body of ${BODY_BYTES / MEGABYTE} MB`;
  return passed(what, statusCode, headers['x-request-id'] !== undefined, 'files cannot be sent');
}

/** The home page accepts neither method, and the site itself responds so. */
const passed = (what: string, status: number, isFromSite: boolean, effect: string): Result =>
  isFromSite
    ? ok(`the proxy passes ${what}`)
    : error(`the proxy rejects ${what} with status ${status}: ${effect}`);

/**
 * Uses a separate connection: the response arrives before the end of the body, and `fetch` would block later requests of a
 * connection.
 */
function sendBody(url: URL, body: Buffer): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // Without keep-alive, the site would close the connection before the end of the body, and the response could be lost.
    const headers = { Connection: 'keep-alive' };
    const sent = request(url, { method: 'POST', agent: false, headers, signal }, (response) => {
      resolve(response);
      sent.destroy();
    });
    sent.on('error', reject).end(body);
  });
}

async function checkMetrics(ask: Ask): Promise<Result> {
  const { status } = await ask('/metrics');
  return isNotFound(status)
    ? ok('/metrics is hidden')
    : error(`/metrics has status ${status}: it must be hidden`);
}

/** Sends two invalid uploads with forged IP addresses: the second must count for the same visitor as the first. */
async function checkClientAddress(ask: Ask, config: Config, { byKey }: Menu): Promise<Result[]> {
  const form = [...byKey.values()].find(({ kind }) => kind === 'application');
  if (!form || config.rateLimitPerMinute === 0) return [];
  const left: number[] = [];
  for (const address of FORGED) {
    const headers = { 'X-Forwarded-For': address };
    const response = await ask(`${form.path}/uploads`, { method: 'POST', headers });
    left.push(Number(/\br=(\d+)/u.exec(response.headers.get('RateLimit') ?? '')?.[1]));
  }
  const [first = Number.NaN, second = Number.NaN] = left;
  if (Number.isNaN(first + second)) return [warning('the limits of an address cannot be seen from outside')];
  if (second >= first)
    return [error('visitors can choose their address: TRUST_PROXY exceeds the number of proxies')];
  return [ok('visitors cannot choose their address')];
}
