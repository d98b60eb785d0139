import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { TFunction } from 'i18next';
import { asFailure, Failure, type FailureKind } from '../../lib/failures.ts';
import { readPosted } from '../posted.ts';
import { MAX_DISCARDED_BYTES, MAX_POST_BYTES } from '../rules/limits.ts';
import { isFieldCheck } from './field-check.ts';
import { findDraft } from './open-draft.ts';
import { parseBody } from './read-body.ts';
import { createReply } from './reply.ts';
import { type FormServices, readVisit, type Visit } from './visit.ts';

/** Refuses a POST that is too large, before its body is read. */
export const refuseTooLarge: RequestHandler = (request, _response, next) => {
  if (Number(request.get('Content-Length') ?? 0) > MAX_POST_BYTES) throw new Failure('formTooLarge');
  next();
};

/** Answers a refused POST by the form with everything typed and the reason. Nothing of it is kept. */
export function answerRefused(services: FormServices): ErrorRequestHandler {
  return async (error, request, response, next) => {
    const { kind } = asFailure(error);
    const reason = reasonOf(request.t, kind, Number(response.get('Retry-After')));
    // A field is checked in the background: its form is still in the page.
    if (!reason || !isUnread(request) || isFieldCheck(request)) return next(error);
    const visit = await readVisit(services, request, response, { onlyLooks: true });
    await readTexts(visit);
    const posted = readPosted(request.body);
    const found = await findDraft(visit, posted.submitKey).then(
      (admission) => ({ admission, failure: visit.sessionFailure }),
      (failure: Error) => ({ admission: {}, failure }),
    );
    await createReply({ ...visit, ...found, posted, problems: [] }).refused(kind, reason);
  };
}

/** Why a POST is refused, for those refusals that its visitor can do something about. */
function reasonOf(t: TFunction, kind: FailureKind, retryAfterS: number): string | undefined {
  switch (kind) {
    case 'crossSite':
      return t('sentFromElsewhere');
    case 'formTooLarge':
      return t('filesTooLarge');
    case 'tooMany':
      return t('tooManyAttempts', { count: retryAfterS });
    default:
      return undefined;
  }
}

const isUnread = ({ method, body }: Request): boolean => method === 'POST' && body === undefined;

/** Reads the texts of a refused POST and discards its files, up to a bound: what comes after it ends with the connection. */
function readTexts(visit: Visit): Promise<unknown> {
  const { request, response } = visit;
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_DISCARDED_BYTES) return;
      request.off('data', count);
      response.set('Connection', 'close');
      resolve(undefined);
    };
    request.on('data', count);
    void parseBody(visit).then(resolve);
  });
}
