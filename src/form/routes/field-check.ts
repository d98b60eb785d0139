import type { Request, RequestHandler } from 'express';
import { addressOf } from '../../http/middleware/address.ts';
import { Failure } from '../../lib/failures.ts';
import { textFields } from '../rules/fields.ts';
import { answerPost } from './answer-post.ts';
import type { FormServices } from './visit.ts';

/** The address says it, so that a check is known before its body is read. */
export const isFieldCheck = (request: Request): boolean => addressOf(request).query.has('check');

/** Leaves all other POSTs to the next route. */
export const onlyFieldChecks: RequestHandler = (request, _response, next) =>
  next(isFieldCheck(request) ? undefined : 'route');

/** Checks one field: such a POST takes no files and sends nothing. */
export function answerFieldCheck(services: FormServices): RequestHandler {
  return (request, response, next) => {
    const asked = addressOf(request).query.get('check');
    const field = textFields.find((name) => name === asked);
    if (!field) throw new Failure('badRequest');
    return answerPost(services, { kind: 'check', field })(request, response, next);
  };
}
