import type { RequestHandler } from 'express';
import { mailText } from '../../deliveries/mail/mail-text.ts';
import { receiptCopy } from '../../deliveries/mail/receipt-copy.ts';
import { redirectedTo } from '../../http/redirect.ts';
import { placeOf } from './form-address.ts';
import { linkedApplication, PRIVATE } from './receipt-page.ts';
import type { FormServices } from './visit.ts';

/** The receipt of a signed link as a text file; redirects to the form if there is none. */
export function sendReceiptFile(services: FormServices): RequestHandler {
  return async (request, response) => {
    const { node } = await placeOf(services.requestContexts, request);
    if (redirectedTo(`${node.path}/receipt.txt`, request, response)) return;
    response.set(PRIVATE);
    const application = await linkedApplication(services, request);
    if (!application) return response.redirect(302, node.path);
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
