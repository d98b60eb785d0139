import type { Request, RequestHandler } from 'express';
import { addressOf } from '../../http/middleware/address.ts';
import { redirectedTo } from '../../http/redirect.ts';
import { Failure } from '../../lib/failures.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import { sentPage } from '../sent-page.ts';
import { placeOf } from './form-address.ts';
import { sendForm } from './send-form.ts';
import type { FormServices } from './visit.ts';

/** Other sites never learn the link, also from browsers that know no other policy. */
export const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' };

/** The receipt that a signed link names; redirects to the form if there is none. */
export function showReceipt(services: FormServices): RequestHandler {
  return async (request, response) => {
    const place = await placeOf(services.requestContexts, request);
    if (redirectedTo(`${place.node.path}/sent`, request, response)) return;
    response.set(PRIVATE);
    const application = await linkedApplication(services, request);
    if (!application) return response.redirect(302, place.node.path);
    const isMailed = await services.store.deliveries.isMailed(application.reference);
    const search = `?receipt=${linkOf(request)}`;
    const context = services.requestContexts.contextOf(request);
    const page = await sentPage(context, place, { application, isMailed, search });
    await sendForm({ services, request, response }, page);
  };
}

const linkOf = (request: Request): string => addressOf(request).query.get('receipt') ?? '';

/** The application of a signed link; undefined if the link is not valid or the application was removed. */
export async function linkedApplication(
  { receiptLinks, store }: FormServices,
  request: Request,
): Promise<SentApplication | undefined> {
  const reference = receiptLinks.read(linkOf(request));
  if (reference === undefined) return undefined;
  return store.applications.get(reference).catch((cause: unknown) => {
    throw new Failure('storage', { cause });
  });
}
