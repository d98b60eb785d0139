import type { Request, RequestHandler } from 'express';
import { redirectToCanonical } from '../../../http/middleware/canonical-url.ts';
import { SiteError } from '../../../lib/failures.ts';
import type { Services } from '../../../services.ts';
import { readFormRequest } from '../form-request.ts';
import { findLostContent } from '../submission/judge.ts';
import { findDraft, NO_DRAFT } from '../submission/open-draft.ts';
import {
  buildClosedPage,
  buildFormPage,
  buildPublicPage,
  NEW_FORM_PARAMETER,
  sendForm,
} from './form-page.ts';

/** Sends the form with the session's latest draft, or an empty form if there is none or `?new` is set. */
export function showForm(services: Services): RequestHandler {
  return async (request, response) => {
    const form = await readFormRequest(services, request, response);
    const { session } = form;
    if (redirectToCanonical(form.node.path, request, response)) return;
    const context = services.requestContexts.contextOf(request);
    const intake = await context.reader.intake();
    const hasFailed = session.failure !== undefined;
    if (!intake.enabled) return sendForm(form, await buildClosedPage(context, form, { intake, hasFailed }));
    if (hasFailed) throwStorageError(session.failure);
    const isNew = request.parsedUrl.query.has(NEW_FORM_PARAMETER);
    const latest = isNew ? NO_DRAFT : await findDraft(form, undefined).catch(throwStorageError);
    const files = latest.draft ? await services.store.drafts.files(latest.draft.id) : [];
    const page = await buildFormPage(
      form,
      context,
      { ...latest, intake, hasFailed },
      { problems: findLostContent(files), notice: takeNotice(request) },
    );
    await sendForm(form, page);
  };
}

function throwStorageError(cause: unknown): never {
  throw new SiteError('storage', { cause, text: 'submissionFailed' });
}

function takeNotice({ session, t }: Request): string | undefined {
  const { notice } = session;
  delete session.notice;
  return notice && t(notice.text, { count: notice.count });
}

/** Sends the page data that all visitors see, without a draft. */
export const sendPayload =
  ({ requestContexts, pageSender }: Pick<Services, 'requestContexts' | 'pageSender'>): RequestHandler =>
  async (request, response, next) => {
    if (!request.parsedUrl.isPayload) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new SiteError('methodNotAllowed');
    const location = request.form;
    if (redirectToCanonical(location.node.path, request, response)) return;
    const context = requestContexts.contextOf(request);
    const intake = await context.reader.intake();
    const page = await buildPublicPage(context, location, { intake, hasFailed: false, open: intake.enabled });
    await pageSender.send(request, response, page, context.reader);
  };
