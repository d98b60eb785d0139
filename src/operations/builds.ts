import { Router } from 'express';
import { SiteError } from '../lib/failures.ts';
import type { Services } from '../services.ts';

/** Serves the running build and the newest deployed one, so that pages can check whether they are outdated. */
export function builds({ build }: Pick<Services, 'build'>): Router {
  const router = Router({ caseSensitive: true });
  router.get('/latest.json', async (_request, response) => {
    const { id, commit, timestamp } = await build.newest();
    response.set('Cache-Control', 'no-store').json({ id, commit, timestamp });
  });
  router.get('/meta/:name', async ({ params }, response) => {
    const known = [build.running, await build.newest()].find(({ id }) => params.name === `${id}.json`);
    if (!known) throw new SiteError('notFound');
    const { id, commit, timestamp } = known;
    response.set('Cache-Control', 'no-cache').json({ id, commit, timestamp });
  });
  return router;
}
