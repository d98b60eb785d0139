import type { Request, Response } from 'express';
import { isFragmentAsked } from '../../http/middleware/fragment.ts';
import type { Services } from '../../services.ts';
import type { FormPlace } from '../form-page.ts';
import { firstText } from '../posted.ts';
import { placeOf } from './form-address.ts';

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

/** A request of the form's addresses. */
export type Visit = Readonly<
  FormPlace & {
    services: FormServices;
    request: Request;
    response: Response;
    /** Identifier of the session that the request came with; undefined if its visitor has none yet. */
    session?: string;
    /** Why the session could not be read: a POST must not be lost if the store fails. */
    sessionFailure?: Error;
  }
>;

/** Finds the form and the visitor's session, and writes nothing. */
export async function readVisit(
  services: FormServices,
  request: Request,
  response: Response,
  options?: { onlyLooks: boolean },
): Promise<Visit> {
  const { node, siteData } = await placeOf(services.requestContexts, request);
  const opened = await services.formSessions.open(request, response, options).then(
    () => ({ session: sessionOf(request) }),
    (sessionFailure: Error) => ({ sessionFailure }),
  );
  return { services, request, response, node, siteData, ...opened };
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
