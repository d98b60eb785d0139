import type { Request, Response } from 'express';
import type { FormRequest } from '../../form/form-request.ts';
import { firstText } from '../../form/posted.ts';
import { isFragmentAsked } from '../../middleware/fragment.ts';
import type { Services } from '../../services.ts';
import { placeOf } from './place.ts';

/** The services that the form's addresses use. */
export type FormServices = Pick<
  Services,
  | 'store'
  | 'config'
  | 'secret'
  | 'quotas'
  | 'metrics'
  | 'checkers'
  | 'virusScan'
  | 'deliveries'
  | 'uploadLocker'
  | 'captchaCodes'
  | 'formTokens'
  | 'formSessions'
  | 'receiptLinks'
  | 'requestContexts'
  | 'pageSender'
  | 'render'
>;

/** A request of the form's addresses, and what is known of it. */
export type Visit = { services: FormServices; request: Request; response: Response; form: FormRequest };

/** Finds the visitor's session, and writes nothing. A POST must not be lost if the store fails: the visit then notes the failure. */
export async function readVisit(
  services: FormServices,
  request: Request,
  response: Response,
  options?: { onlyLooks: boolean },
): Promise<Visit> {
  const { node, siteData } = await placeOf(services.requestContexts, request);
  const form: FormRequest = { node, siteData, problems: [], removed: [], files: [] };
  try {
    await services.formSessions.open(request, response, options);
    form.session = sessionOf(request);
  } catch (error) {
    form.failure = error as Error;
  }
  return { services, request, response, form };
}

/** Identifier of the session that this site keeps for the visitor. */
const sessionOf = ({ session, sessionID }: Request): string | undefined =>
  session.isKept ? sessionID : undefined;

/** Whether the form's script sends one file: the answer is the list of files alone. */
export const isSingleFile = (request: Request): boolean =>
  request.path === '/files' && isFragmentAsked(request);

/** The token of the form that is shown. Without a session store it is the token of the request. */
export const tokenFor = ({ services, request }: Visit): string =>
  request.session ? services.formTokens.issue(sessionOf(request)) : (firstText(request.body, 'token') ?? '');
