import type { RequestHandler } from 'express';
import { languageFacts } from '../i18n/languages.ts';
import { feed as buildFeed } from '../pages/atom-feed.ts';
import type { Services } from '../services.ts';
import { contextOf, redirectedTo, tellAge } from './context.ts';

/** Newest articles as Atom. */
export const feed =
  (services: Services): RequestHandler =>
  async (request, response) => {
    if (redirectedTo(`${languageFacts[request.lng].prefix}/feed.xml`, request, response)) return;
    const body = await buildFeed(contextOf(services, request));
    tellAge(response);
    response.set('Cache-Control', 'no-cache').type('application/atom+xml').send(body);
  };
