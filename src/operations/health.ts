import { type RequestHandler, Router } from 'express';
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

/** Serves the running build and the newest deployed one, so that pages can check whether they are outdated. */
export function builds({ build }: Pick<Services, 'build'>): Router {
  const router = Router({ caseSensitive: true });
  const toPublicInfo = ({ id, commit, timestamp }: typeof build.running) => ({ id, commit, timestamp });
  router.get('/latest.json', async (_request, response) => {
    response.set('Cache-Control', 'no-store').json(toPublicInfo(await build.newest()));
  });
  router.get('/meta/:name', async ({ params }, response) => {
    const found = [build.running, await build.newest()].find(({ id }) => params.name === `${id}.json`);
    if (!found) throw new SiteError('notFound');
    response.set('Cache-Control', 'no-cache').json(toPublicInfo(found));
  });
  return router;
}
