import type { Request, RequestHandler } from 'express';
import { hasBearerToken } from '../http/middleware/methods-and-tokens.ts';
import { SiteError } from '../lib/failures.ts';
import type { Services } from '../services.ts';

type Dependencies = Pick<Services, 'config' | 'limiters' | 'metrics'>;

/**
 * Serves metrics for Prometheus. Requests with a wrong token return 404 and are rate-limited. In production every request needs the
 * token, because a proxy on this machine may add no header.
 */
export function metrics({ config, limiters, metrics: { registry } }: Dependencies): RequestHandler[] {
  const isLocal = (request: Request) => !config.isProduction && isFromThisMachine(request, config.trustProxy);
  return [
    limiters.reading('refusedMetrics', { skip: isLocal, countsMissing: true }),
    async (request, response) => {
      if (!isLocal(request) && !hasBearerToken(request, config.metricsToken)) throw new SiteError('notFound');
      request.kind = 'machine';
      response.set({ 'Cache-Control': 'no-store', 'Content-Type': registry.contentType });
      response.send(await registry.metrics());
    },
  ];
}

const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/iu;

/** Matches loopback addresses in the form that Node reports for a socket. */
const LOOPBACK_ADDRESS = /^(?:::1$|(?:::ffff:)?127\.)/u;

/** Headers that proxies add. */
const PROXY_HEADERS = [
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'Via',
];

/**
 * Returns whether a program on this machine sent the request directly. Behind a proxy on the same machine, every request comes from
 * loopback. The check of `Host` rejects DNS rebinding by a web page whose name resolves to loopback.
 */
function isFromThisMachine(request: Request, trustProxy: number): boolean {
  const { remoteAddress = '' } = request.socket;
  if (trustProxy > 0) return false;
  if (PROXY_HEADERS.some((name) => request.get(name) !== undefined)) return false;
  return LOOPBACK_ADDRESS.test(remoteAddress) && LOCAL_HOST.test(request.get('Host') ?? '');
}
