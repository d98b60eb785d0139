import type { Request, RequestHandler } from 'express';
import { addressOf } from '../../http/middleware/address.ts';
import { redirectedTo } from '../../http/redirect.ts';
import { Failure } from '../../lib/failures.ts';
import type { Draft } from '../../store/drafts/drafts.ts';
import { removedProblems } from '../file-changes.ts';
import { closedPage, formPage, NEW_FORM } from '../form-page.ts';
import { noticeText } from '../problem-words.ts';
import { placeOf } from './form-address.ts';
import { sendForm } from './send-form.ts';
import { type FormServices, readVisit, tokenFor, type Visit } from './visit.ts';

/** The form with the content of the session's latest draft, or empty if there is none, or `?new` asks for another. It creates nothing. */
export function showForm(services: FormServices): RequestHandler {
  return async (request, response) => {
    const visit = await readVisit(services, request, response);
    const { session, sessionFailure } = visit;
    if (redirectedTo(visit.node.path, request, response)) return;
    const context = services.requestContexts.contextOf(request);
    const window = await context.reader.applicationWindow();
    const hasFailed = sessionFailure !== undefined;
    if (!window.enabled) return sendForm(visit, await closedPage(context, visit, { window, hasFailed }));
    if (hasFailed) throw new Failure('storage', { cause: sessionFailure });
    const draft = addressOf(request).query.has(NEW_FORM) ? undefined : await latestDraft(visit);
    const { scans } = services.store;
    const removed = draft ? await scans.removedFrom(draft.id) : [];
    const page = await formPage(services, context, visit, {
      draft,
      window,
      problems: removedProblems(removed),
      notice: takeNotice(request),
      token: tokenFor(visit),
      hasSession: session !== undefined,
    });
    // If they cannot be forgotten, the next answer names them again.
    if (request.method === 'GET') await scans.forgetRemoved(removed).catch(() => undefined);
    await sendForm(visit, page);
  };
}

async function latestDraft({ services, session }: Visit): Promise<Draft | undefined> {
  if (session === undefined) return undefined;
  return services.store.drafts.latestOf(session).catch((cause: unknown) => {
    throw new Failure('storage', { cause });
  });
}

/** The result of the last POST, shown once. */
function takeNotice({ session, t }: Request): string | undefined {
  const { notice } = session;
  delete session.notice;
  return notice && noticeText(t, notice);
}

/** A GET of an address that only takes POSTs redirects to the form. */
export const backToForm =
  ({ requestContexts }: Pick<FormServices, 'requestContexts'>): RequestHandler =>
  async (request, response) => {
    const { node } = await placeOf(requestContexts, request);
    response.set('Cache-Control', 'no-store').redirect(302, node.path);
  };
