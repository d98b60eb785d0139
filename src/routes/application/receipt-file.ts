import type { RequestHandler } from 'express';
import { mailText } from '../../deliveries/mail-text.ts';
import { receiptCopy } from '../../deliveries/receipt-copy.ts';
import { Failure } from '../../failures.ts';
import { redirectedTo } from '../redirect.ts';
import { type FormServices, readVisit } from './visit.ts';

/** The receipt of what this session sent last as a text file; redirects to the form where there is none. */
export function sendReceiptFile(services: FormServices): RequestHandler {
  return async (request, response) => {
    const { form } = await readVisit(services, request, response);
    if (redirectedTo(`${form.node.path}/receipt.txt`, request, response)) return;
    if (form.failure) throw new Failure('storage', { cause: form.failure });
    const { reference } = request.session;
    const application = reference && (await services.store.applications.get(reference));
    response.set('Cache-Control', 'no-store');
    if (!application) return response.redirect(302, form.node.path);
    // It is in the language of the form that was sent, whichever page leads here.
    const { reader } = services.requestContexts.contextOf(request);
    const group = await reader.in(application.language).group();
    const sender = { group, siteUrl: services.config.siteUrl };
    response
      .set({
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="${application.reference}.txt"`,
      })
      .send(mailText(receiptCopy(application, sender)));
  };
}
