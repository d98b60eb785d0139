import type { Request, RequestHandler } from 'express';
import { Failure } from '../../failures.ts';
import { closedPage, formPage, NEW_FORM } from '../../form/form-page.ts';
import { noticeText } from '../../form/problem-words.ts';
import { findRemoved, forgetRemoved } from '../../form/removed-files.ts';
import { addressOf } from '../../middleware/address.ts';
import type { Draft } from '../../store/drafts.ts';
import { redirectedTo } from '../redirect.ts';
import { answerPost } from './answer-post.ts';
import { findDraft } from './open-draft.ts';
import { sendForm } from './send.ts';
import { type FormServices, readVisit, tokenFor, type Visit } from './visit.ts';

/** The form with the content of the session's latest draft, or empty if there is none, or `?new` asks for another. It creates nothing. */
export function showForm(services: FormServices): RequestHandler {
  return async (request, response) => {
    const visit = await readVisit(services, request, response);
    const { form } = visit;
    if (redirectedTo(form.node.path, request, response)) return;
    const context = services.requestContexts.contextOf(request);
    form.window = await context.reader.applicationWindow();
    if (!form.window.enabled) return sendForm(visit, await closedPage(context, form));
    if (form.failure) throw new Failure('storage', { cause: form.failure });
    if (!addressOf(request).query.has(NEW_FORM)) form.draft = await latestDraft(visit);
    const problems = await findRemoved(services.store, form);
    const said = { notice: takeNotice(request), problems, token: tokenFor(visit) };
    const page = await formPage(services, context, form, said);
    if (request.method === 'GET') await forgetRemoved(services.store, form);
    await sendForm(visit, page);
  };
}

const latestDraft = (visit: Visit): Promise<Draft | undefined> =>
  findDraft(visit, undefined).catch((cause: unknown) => {
    throw new Failure('storage', { cause });
  });

/** The result of the last POST, shown once. */
function takeNotice({ session, t }: Request): string | undefined {
  const { notice } = session;
  delete session.notice;
  return notice && noticeText(t, notice);
}

export const answerForm =
  (services: FormServices): RequestHandler =>
  (request, response) =>
    answerPost(services, request, response);
