import { createBuildInfo } from '../../config/build-info.ts';
import type { Config } from '../../config/config.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { MEGABYTE } from '../../form/rules/limits.ts';
import { isNotFound } from '../../lib/failures.ts';
import { error, ok, type Result, warning } from './finding.ts';

const TIMEOUT_MS = 10_000;
/** More than the usual limit of a proxy, which is 1 MB. */
const BODY_BYTES = 1.5 * MEGABYTE;
/** Addresses for documentation (RFC 5737), which no visitor has. */
const FORGED = ['192.0.2.1', '198.51.100.1'];

type Ask = (path: string, options?: RequestInit) => Promise<Response>;

/** Checks SITE_URL as visitors reach it, through the proxy. A response without `X-Request-Id` is the proxy's own. */
export async function checkOutside(config: Config, distDir: string, menu: Menu): Promise<Result[]> {
  const ask: Ask = (path, options) =>
    fetch(new URL(path, config.siteUrl), {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...options,
    });
  return [
    await checkRunningBuild(ask, distDir),
    ...(await checkHeaders(ask, config.siteUrl)),
    await checkPassed(ask, 'PATCH', 'interrupted uploads cannot continue'),
    await checkPassed(ask, 'POST', 'files cannot be sent', Buffer.alloc(BODY_BYTES)),
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
  const encoding = headers.get('Content-Encoding');
  const results = [encoding ? ok(`pages are compressed (${encoding})`) : warning('pages are not compressed')];
  if (siteUrl.startsWith('http:')) return results;
  const hsts = headers.get('Strict-Transport-Security');
  return [
    ...results,
    hsts ? ok(`HSTS: ${hsts}`) : warning('the header Strict-Transport-Security is missing'),
  ];
}

/** The home page takes neither method, and the site itself says so. */
async function checkPassed(ask: Ask, method: string, effect: string, body?: Buffer): Promise<Result> {
  const what = body ? `a body of ${body.length / MEGABYTE} MB` : method;
  const response = await ask('/', { method, body: body && new Uint8Array(body) });
  if (response.headers.has('X-Request-Id')) return ok(`the proxy passes ${what}`);
  return error(`the proxy rejects ${what} with status ${response.status}: ${effect}`);
}

async function checkMetrics(ask: Ask): Promise<Result> {
  const { status } = await ask('/metrics');
  return isNotFound(status)
    ? ok('/metrics is hidden')
    : error(`/metrics has status ${status}: it must be hidden`);
}

/** Sends two invalid uploads with forged addresses: the second must count for the same visitor as the first. */
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
