import type { Request, RequestHandler } from 'express';
import { SiteError } from '../lib/failures.ts';
import type { Services } from '../services.ts';
import { hasBearerToken } from './bearer-token.ts';

type Dependencies = Pick<Services, 'config' | 'rateLimits' | 'metrics'>;

/** In production every request needs the token, because a proxy on this machine may add no header. */
export function metrics({ config, rateLimits, metrics: { registry } }: Dependencies): RequestHandler[] {
  const isLocal = (request: Request) => !config.isProduction && isFromThisMachine(request, config.trustProxy);
  return [
    rateLimits.reading('refusedMetrics', { skip: isLocal, countsMissing: true }),
    async (request, response) => {
      if (!isLocal(request) && !hasBearerToken(request, config.metricsToken)) throw new SiteError('notFound');
      request.kind = 'machine';
      response.set({ 'Cache-Control': 'no-store', 'Content-Type': registry.contentType });
      response.send(await registry.metrics());
    },
  ];
}

const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/iu;

const LOOPBACK_ADDRESS = /^(?:::1$|(?:::ffff:)?127\.)/u;

const PROXY_HEADERS = [
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'Via',
];

/** Returns whether a local program sent the request. The check of `Host` rejects DNS rebinding. */
function isFromThisMachine(request: Request, trustProxy: number): boolean {
  const { remoteAddress = '' } = request.socket;
  if (trustProxy > 0) return false;
  if (PROXY_HEADERS.some((name) => request.get(name) !== undefined)) return false;
  return LOOPBACK_ADDRESS.test(remoteAddress) && LOCAL_HOST.test(request.get('Host') ?? '');
}
