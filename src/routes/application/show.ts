import type { Request, RequestHandler } from 'express';
import { Failure } from '../../failures.ts';
import { closedPage, formPage } from '../../form/form-page.ts';
import { findRemoved, forgetRemoved } from '../../form/removed-files.ts';
import { tokenFor } from '../../middleware/form-draft.ts';
import type { Services } from '../../services.ts';
import { redirectedTo } from '../redirect.ts';
import { type SendDependencies, sendForm } from './send.ts';

type Dependencies = Pick<Services, 'store' | 'captchaCodes' | 'formTokens'> & SendDependencies;

/** The form with the content of the visitor's draft, or empty without an open draft. It creates nothing. */
export function showForm(services: Dependencies): RequestHandler {
  return async (request, response) => {
    const { form } = request;
    if (redirectedTo(form.node.path, request, response)) return;
    const context = services.requestContexts.contextOf(request);
    const window = await context.reader.applicationWindow();
    if (!window.enabled)
      return sendForm(services, request, response, await closedPage(context, form, window));
    if (form.failure) throw new Failure('storage', { cause: form.failure });
    if (form.draft?.reference) form.draft = undefined;
    const problems = await findRemoved(services.store, form);
    const token = tokenFor(services, request);
    const said = { notice: takeNotice(request), problems, token };
    const page = await formPage(services, context, form, said, window);
    if (request.method === 'GET') await forgetRemoved(services.store, form);
    await sendForm(services, request, response, page);
  };
}

/** The result of the last POST, shown once. */
function takeNotice({ session, t }: Request): string | undefined {
  const { notice } = session;
  delete session.notice;
  switch (notice?.kind) {
    case 'filesUploaded':
      return t('filesUploaded', { count: notice.count });
    case 'fileRemoved':
      return t('fileRemoved');
    case 'newCodeReady':
      return t('newCodeReady');
    default:
      return undefined;
  }
}

/** A GET of an address that only takes POSTs redirects to the form. */
export const backToForm: RequestHandler = ({ form }, response) => {
  response.set('Cache-Control', 'no-store').redirect(302, form.node.path);
};
