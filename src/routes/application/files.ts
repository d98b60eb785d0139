import type { RequestHandler } from 'express';
import { answerPost } from './answer-post.ts';
import { placeOf } from './place.ts';
import type { FormServices } from './visit.ts';

/** Takes files, from the form's own button or one at a time from its script. */
export const answerFiles =
  (services: FormServices): RequestHandler =>
  (request, response) =>
    answerPost(services, request, response, { kind: 'upload' });

/** A GET of an address that only takes POSTs redirects to the form. */
export const backToForm =
  ({ requestContexts }: Pick<FormServices, 'requestContexts'>): RequestHandler =>
  async (request, response) => {
    const { node } = await placeOf(requestContexts, request);
    response.set('Cache-Control', 'no-store').redirect(302, node.path);
  };
