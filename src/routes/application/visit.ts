import type { Request, Response } from 'express';
import type { FormRequest } from '../../form/form-request.ts';
import { firstText } from '../../form/posted.ts';
import type { FormServices } from './form-services.ts';
import { placeOf } from './place.ts';

/**
 * Finds the visitor's session and its draft, and writes nothing. A POST must not be lost where the store fails: the visit then goes on
 * without them and notes the failure.
 */
export async function readVisit(
  { store, formSessions, requestContexts }: FormServices,
  request: Request,
  response: Response,
): Promise<FormRequest> {
  const { node, siteData } = await placeOf(requestContexts, request);
  const form: FormRequest = {
    node,
    siteData,
    problems: [],
    removed: [],
    kept: 0,
    isLooking: request.method !== 'POST',
  };
  try {
    await formSessions.open(request, response);
    form.session = sessionOf(request);
    const { draftId } = request.session;
    if (draftId !== undefined) form.draft = await store.drafts.get(draftId);
  } catch (error) {
    form.failure = error as Error;
  }
  return form;
}

/** The session that this site keeps for the visitor, by its identifier. */
const sessionOf = ({ session, sessionID }: Request): string | undefined =>
  (session.draftId ?? session.reference ?? session.repeated) === undefined ? undefined : sessionID;

/** The token of the form that is shown. Without a session store it is the token of the request. */
export const tokenFor = ({ formTokens }: FormServices, request: Request): string =>
  request.session ? formTokens.issue(sessionOf(request)) : (firstText(request.body, 'token') ?? '');
