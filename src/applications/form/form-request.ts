import type { Request, Response } from 'express';
import type { MenuItem } from '../../content/menu/menu.ts';
import { SiteError } from '../../lib/failures.ts';
import type { Services } from '../../services.ts';
import type { SiteData } from '../../site/layout/page-context.ts';
import { type TextField, textFields } from '../rules/fields.ts';
import { sentToken } from './submission/submission.ts';

export type FormLocation = { node: MenuItem; siteData: SiteData };

declare global {
  namespace Express {
    interface Request {
      /** Set on the form's URLs. */
      form: FormLocation;
    }
  }
}

/** `id` is set if the session was stored before this request, and `failure` if it cannot be read. */
type FormSession = { id?: string; failure?: Error };

export type FormRequest = Readonly<
  FormLocation & { services: Services; request: Request; response: Response; session: FormSession }
>;

/** Opens the session of a request for the form. */
export async function readFormRequest(
  services: Services,
  request: Request,
  response: Response,
  options?: { isReadOnly: boolean },
): Promise<FormRequest> {
  const session = await services.formSessions.open(request, response, options).then(
    () => readSession(request),
    (failure: Error): FormSession => ({ failure }),
  );
  return { services, request, response, ...request.form, session };
}

/** express-session gives every request a session, but only a session with a draft is stored. */
const readSession = ({ session, sessionID }: Request): FormSession =>
  session.isKept ? { id: sessionID } : {};

/** Whether `POST {form}?check={field}` checks a single field. Reads the URL, because the body is not read yet. */
export const isFieldCheck = ({ parsedUrl }: Request): boolean => parsedUrl.query.has('check');

export function checkedField(request: Request): TextField | undefined {
  if (!isFieldCheck(request)) return undefined;
  const name = request.parsedUrl.query.get('check');
  const field = textFields.find((one) => one === name);
  if (!field) throw new SiteError('badRequest');
  return field;
}

/** Returns the token for the rendered form. If the session could not be opened, this is the token of the request. */
export const tokenFor = ({ services, request }: FormRequest): string =>
  request.session ? services.formTokens.issue(readSession(request).id) : (sentToken(request) ?? '');
