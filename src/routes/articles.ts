import type { RequestHandler } from 'express';
import { readGround } from '../services/context.ts';
import type { Services } from '../services/index.ts';
import { contextOf } from './context.ts';
import { sendArticle } from './pages.ts';

/** Articles without a known column; those that have one lead there. */
export function articles(services: Services): RequestHandler {
  return async (request, response) => {
    const context = contextOf(services, request);
    const ground = await readGround(context.reader);
    await sendArticle(services, context, ground, request.address.segments.at(-1) ?? '', request, response);
  };
}
