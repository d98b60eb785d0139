import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { hasBearerToken } from '../http/middleware/bearer-token.ts';
import { Failure } from '../lib/failures.ts';
import type { Services } from '../services.ts';

type Dependencies = Pick<Services, 'config' | 'limiters' | 'metrics' | 'allMetrics'>;

/**
 * The site's figures for Prometheus; everybody else gets a 404. A token is counted before
 * it is looked at; a program on this machine needs none.
 */
export function metrics({
  config,
  limiters,
  metrics: { registry },
  allMetrics,
}: Dependencies): RequestHandler[] {
  const isOwn = (request: Request) => isFromThisMachine(request, config.trustProxy);
  return [
    limiters.reading('refusedMetrics', { skip: isOwn, countsMissing: true }),
    async (request, response) => {
      if (!isOwn(request) && !hasBearerToken(request, config.metricsToken)) throw new Failure('notFound');
      request.kind = 'machine';
      response.set({ 'Cache-Control': 'no-store', 'Content-Type': registry.contentType });
      response.send(await allMetrics());
    },
  ];
}

const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/iu;

/** What proxies add to the requests that they pass on. */
const PASSED_ON = [
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'Via',
];

/**
 * Whether a program on this machine asks for itself. Behind a proxy on the same machine every request comes from
 * loopback: where one is known of, or shows, the address of the socket says nothing. The host's name keeps out a page
 * in a browser here whose own name leads to loopback.
 */
function isFromThisMachine(request: Request, trustProxy: number): boolean {
  const { remoteAddress } = request.socket;
  if (trustProxy > 0 || remoteAddress === undefined) return false;
  if (PASSED_ON.some((name) => request.get(name) !== undefined)) return false;
  const isLoopback = ipaddr.process(remoteAddress).range() === 'loopback';
  return isLoopback && LOCAL_HOST.test(request.get('Host') ?? '');
}
