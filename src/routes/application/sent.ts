import type { RequestHandler } from 'express';
import { Failure } from '../../failures.ts';
import { sentPage } from '../../form/sent-page.ts';
import { redirectedTo } from '../redirect.ts';
import { sendForm } from './send.ts';
import { type FormServices, readVisit } from './visit.ts';

/** The receipt of the visitor's last application; redirects to the form where there is none. */
export function showReceipt(services: FormServices): RequestHandler {
  return async (request, response) => {
    const visit = await readVisit(services, request, response);
    const { form } = visit;
    if (redirectedTo(`${form.node.path}/sent`, request, response)) return;
    if (form.failure) throw new Failure('storage', { cause: form.failure });
    const { session } = request;
    const { applications, deliveries } = services.store;
    const shown = session.repeated ?? (session.reference && (await applications.get(session.reference)));
    if (!shown) return response.set('Cache-Control', 'no-store').redirect(302, form.node.path);
    const isMailed = typeof shown !== 'string' && (await deliveries.isMailed(shown.reference));
    const page = await sentPage(services.requestContexts.contextOf(request), form, shown, isMailed);
    await sendForm(visit, page);
  };
}
