import type { Request, RequestHandler } from 'express';
import { redirectToCanonical } from '../../http/middleware/address.ts';
import { SiteError } from '../../lib/failures.ts';
import type { Services } from '../../services.ts';
import { renderMailText } from '../deliveries/mail/mail-text.ts';
import { requireFormPage } from '../form/form-request.ts';
import { sendForm } from '../form/page/form-page.ts';
import type { SentApplication } from '../store/applications/applications.ts';
import { buildReceiptFile } from './receipt-mail.ts';
import { buildReceiptPage } from './receipt-page.ts';

/** Headers that hide the signed link from other sites, even in browsers that support few referrer policies. */
const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' };

/** Serves `/{form}/sent`, the receipt of a signed link. Redirects to the form if the URL has no link. */
export function showReceipt(services: Services): RequestHandler {
  return async (request, response) => {
    const place = await requireFormPage(services.requestContexts, request);
    if (redirectToCanonical(`${place.node.path}/sent`, request, response)) return;
    response.set(PRIVATE_HEADERS);
    const application = await findLinkedApplication(services, request);
    if (!application) return response.redirect(302, place.node.path);
    const isMailed = await services.store.deliveries.isMailed(application.reference);
    const search = `?receipt=${readReceiptLink(request)}`;
    const context = services.requestContexts.contextOf(request);
    const page = await buildReceiptPage(context, place, { application, isMailed, search });
    await sendForm({ services, request, response }, page);
  };
}

/** Serves `/{form}/receipt.txt`, the receipt as a text file in the language of the application. */
export function sendReceiptFile(services: Services): RequestHandler {
  return async (request, response) => {
    const { node } = await requireFormPage(services.requestContexts, request);
    if (redirectToCanonical(`${node.path}/receipt.txt`, request, response)) return;
    response.set(PRIVATE_HEADERS);
    const application = await findLinkedApplication(services, request);
    if (!application) return response.redirect(302, node.path);
    const { reader } = services.requestContexts.contextOf(request);
    const group = await reader.in(application.language).group();
    const sender = { group, siteUrl: services.config.siteUrl };
    response
      .set({
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="${application.reference}.txt"`,
      })
      .send(renderMailText(buildReceiptFile(application, sender)));
  };
}

/** Matches only the link itself, without characters that an email program or a sentence added, such as `。`. */
const RECEIPT_LINK = /^[\w-]+\.\w+\.[\w-]+/u;

/** Returns the receipt link sent with the request, or undefined if there is none. */
function readReceiptLink(request: Request): string | undefined {
  const text = request.address.query.get('receipt');
  return text === null ? undefined : (RECEIPT_LINK.exec(text)?.[0] ?? '');
}

/** Returns the application of a signed link, or undefined without a link. Throws for an invalid link or a removed application. */
async function findLinkedApplication(
  { receiptLinks, store }: Services,
  request: Request,
): Promise<SentApplication | undefined> {
  const link = readReceiptLink(request);
  if (link === undefined) return undefined;
  const read = receiptLinks.read(link);
  if ('problem' in read) throw new SiteError('notFound', { text: read.problem });
  const application = await store.applications.get(read.reference).catch((cause: unknown) => {
    throw new SiteError('storage', { cause });
  });
  if (!application) throw new SiteError('notFound', { text: 'receiptLinkExpired' });
  return application;
}
