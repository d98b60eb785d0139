import { type RequestHandler, Router } from 'express';
import { Failure } from '../failures.ts';
import type { Services } from '../services.ts';

/** The running build and the newest deployed one: pages ask whether they are out of date. */
export function builds({ build }: Pick<Services, 'build'>): Router {
  const router = Router({ caseSensitive: true });
  router.get('/latest.json', latest(build));
  router.get('/meta/:name', running(build));
  return router;
}

const latest =
  (build: Services['build']): RequestHandler =>
  async (_request, response) => {
    const { id, timestamp } = await build.newest();
    response.set('Cache-Control', 'no-store').json({ id, timestamp });
  };

const running =
  ({ running: own }: Services['build']): RequestHandler =>
  ({ params }, response) => {
    if (params.name !== `${own.id}.json`) throw new Failure('notFound');
    response.set('Cache-Control', 'no-cache').json(own);
  };
