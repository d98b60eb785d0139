import type { Request, Response } from 'express';
import type { FormRequest } from '../../form/form-request.ts';
import { firstText } from '../../form/posted.ts';
import type { Services } from '../../services.ts';
import { placeOf } from './place.ts';

/** The services that the form's addresses use. */
export type FormServices = Pick<
  Services,
  | 'store'
  | 'config'
  | 'secret'
  | 'metrics'
  | 'checkers'
  | 'virusScan'
  | 'deliveries'
  | 'uploadLocker'
  | 'captchaCodes'
  | 'formTokens'
  | 'formSessions'
  | 'requestContexts'
  | 'pageSender'
  | 'render'
>;

/** A request of the form's addresses, and what is known of its visitor's draft. */
export type Visit = { services: FormServices; request: Request; response: Response; form: FormRequest };

/**
 * Finds the visitor's session and its draft, and writes nothing. A POST must not be lost where the store fails: the visit then goes on
 * without them and notes the failure.
 */
export async function readVisit(
  services: FormServices,
  request: Request,
  response: Response,
  options?: { onlyLooks: boolean },
): Promise<Visit> {
  const { node, siteData } = await placeOf(services.requestContexts, request);
  const isLooking = request.method !== 'POST';
  const form: FormRequest = { node, siteData, problems: [], removed: [], kept: 0, isLooking };
  try {
    await services.formSessions.open(request, response, options);
    form.session = sessionOf(request);
    const { draftId } = request.session;
    if (draftId !== undefined) form.draft = await services.store.drafts.get(draftId);
  } catch (error) {
    form.failure = error as Error;
  }
  return { services, request, response, form };
}

/** The session that this site keeps for the visitor, by its identifier. */
const sessionOf = ({ session, sessionID }: Request): string | undefined =>
  (session.draftId ?? session.reference ?? session.repeated) === undefined ? undefined : sessionID;

/** The token of the form that is shown. Without a session store it is the token of the request. */
export const tokenFor = ({ services, request }: Visit): string =>
  request.session ? services.formTokens.issue(sessionOf(request)) : (firstText(request.body, 'token') ?? '');
