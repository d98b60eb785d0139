import type { RequestHandler } from 'express';

/** The process is alive. */
export const healthz: RequestHandler = (_request, response) => {
  response.set('Cache-Control', 'no-store').json({ status: 'alive' });
};
