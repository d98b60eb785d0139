import type { RequestHandler } from 'express';
import { failures } from '../failures.ts';
import type { Services } from '../services.ts';

/** The site has what it needs to serve pages. */
export const readyz =
  ({ readiness }: Pick<Services, 'readiness'>): RequestHandler =>
  (_request, response) => {
    const isReady = readiness.isReady();
    response
      .status(isReady ? 200 : failures.notReady.status)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ready' : 'waiting for the content backend' });
  };
