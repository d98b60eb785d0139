import type { Request, RequestHandler, Response } from 'express';
import { buildPath } from '../../content/links.ts';
import { type MenuItem, resolvePath } from '../../content/menu/menu.ts';
import { SiteError } from '../../lib/failures.ts';
import type { Services } from '../../services.ts';
import type { RequestContexts, SiteData } from '../../site/layout/page-context.ts';
import { type TextField, textFields } from '../rules/fields.ts';
import { sentToken } from './submission/submission.ts';

export type FormLocation = { node: MenuItem; siteData: SiteData };

/** `id` is set if the session was stored before this request, and `failure` if it cannot be read. */
type FormSession = { id?: string; failure?: Error };

export type FormRequest = Readonly<
  FormLocation & { services: Services; request: Request; response: Response; session: FormSession }
>;

/** First path segments of the URLs below the form. */
const SUBPATHS = ['uploads', 'sent', 'receipt.txt'];
const UPLOADS = 'uploads';

/** Rewrites the form's URLs to `/`, `/uploads/…`, `/sent` and `/receipt.txt`. For all other URLs, skips the router. */
export const matchFormUrls =
  ({ requestContexts }: Pick<Services, 'requestContexts'>): RequestHandler =>
  async (request, _response, next) => {
    const found = await findFormPage(requestContexts, request);
    if (!found) return next('router');
    if (request.parsedUrl.isPayload && found.parts.length > 0) throw new SiteError('notFound');
    request.url = buildPath(found.parts, 'zh');
    next();
  };

/** Reads the form's menu item and opens the session. */
export async function readFormRequest(
  services: Services,
  request: Request,
  response: Response,
  options?: { isReadOnly: boolean },
): Promise<FormRequest> {
  const { node, siteData } = await requireFormPage(services.requestContexts, request);
  const session = await services.formSessions.open(request, response, options).then(
    () => readSession(request),
    (failure: Error): FormSession => ({ failure }),
  );
  return { services, request, response, node, siteData, session };
}

export async function requireFormPage(contexts: RequestContexts, request: Request): Promise<FormLocation> {
  const found = await findFormPage(contexts, request);
  if (!found) throw new SiteError('notFound');
  return found;
}

async function findFormPage(
  contexts: RequestContexts,
  request: Request,
): Promise<(FormLocation & { parts: string[] }) | undefined> {
  const { siteData } = await contexts.siteContextOf(request);
  const { segments } = request.parsedUrl;
  const own = resolvePath(siteData.menu, segments);
  if (isForm(own)) return { node: own.node, siteData, parts: [] };
  const parts = segments.at(-2) === UPLOADS ? segments.slice(-2) : segments.slice(-1);
  const above = resolvePath(siteData.menu, segments.slice(0, -parts.length));
  return SUBPATHS.includes(parts[0] ?? '') && isForm(above)
    ? { node: above.node, siteData, parts }
    : undefined;
}

type Resolved = ReturnType<typeof resolvePath>;
const isForm = (resolved: Resolved): resolved is Extract<Resolved, { kind: 'page' }> =>
  resolved.kind === 'page' && resolved.node.kind === 'application';

/** express-session gives every request a session, but only a session with a draft is stored. */
const readSession = ({ session, sessionID }: Request): FormSession =>
  session.isKept ? { id: sessionID } : {};

/** Whether `POST {form}?check={field}` checks a single field. Reads the URL, because the body is not read yet. */
export const isFieldCheck = (request: Request): boolean =>
  request.path === '/' && request.parsedUrl.query.has('check');

export function checkedField(request: Request): TextField | undefined {
  if (!isFieldCheck(request)) return undefined;
  const name = request.parsedUrl.query.get('check');
  const field = textFields.find((known) => known === name);
  if (!field) throw new SiteError('badRequest');
  return field;
}

/** Returns the token for the rendered form. If the session could not be opened, this is the token of the request. */
export const tokenFor = ({ services, request }: FormRequest): string =>
  request.session ? services.formTokens.issue(readSession(request).id) : (sentToken(request) ?? '');
