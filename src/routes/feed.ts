import type { RequestHandler } from 'express';
import { feed as buildFeed } from '../services/feed.ts';
import type { Services } from '../services/index.ts';
import { contextOf } from './context.ts';

/** Newest articles as Atom. */
export const feed =
  (services: Services): RequestHandler =>
  async (request, response) => {
    const body = await buildFeed(contextOf(services, request));
    response.set('Cache-Control', 'no-cache').type('application/atom+xml').send(body);
  };
