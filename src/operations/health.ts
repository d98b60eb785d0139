import type { RequestHandler } from 'express';
import { failures, SiteError } from '../lib/failures.ts';
import type { Services } from '../services.ts';

export const healthz: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').json({ status: 'alive' });
};

/** Stays 200 with stale content and without the store, because a load balancer would otherwise remove all machines. */
export const readyz =
  ({ readiness, store, config }: Pick<Services, 'readiness' | 'store' | 'config'>): RequestHandler =>
  (_request, response) => {
    const isReady = readiness.isReady() && !readiness.isShuttingDown();
    const reason = readiness.reason();
    const readyStatus = reason === undefined ? 'ready' : 'serving stale content';
    const notReadyStatus = readiness.isShuttingDown() ? 'shutting down' : 'waiting for the content backend';
    response
      .status(isReady ? 200 : failures.notReady.status)
      .set('Cache-Control', 'no-store')
      .json({
        status: isReady ? readyStatus : notReadyStatus,
        // A backend's error message may be confidential.
        reason: config.api.baseUrl === undefined ? reason : undefined,
        away: store.unavailableParts(),
      });
  };

/** Serves the newest deployed build, or a build by its id, so that pages can check whether they are outdated. */
export const builds =
  ({ build }: Pick<Services, 'build'>): RequestHandler =>
  async ({ params: { name } }, response) => {
    const newest = await build.newest();
    const found =
      name === undefined ? newest : [build.running, newest].find(({ id }) => name === `${id}.json`);
    if (!found) throw new SiteError('notFound');
    const { id, commit, timestamp } = found;
    response
      .set('Cache-Control', name === undefined ? 'no-store' : 'no-cache')
      .json({ id, commit, timestamp });
  };
