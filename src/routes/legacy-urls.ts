import type { Request, Response } from 'express';
import { encodePath } from '../content/links.ts';
import { isReservedAddress } from '../content/menu/fixed-addresses.ts';
import type { RedirectIndex } from '../content/redirects/redirect-index.ts';
import { addressOf } from '../http/middleware/address.ts';

/** Without an end, a browser would keep the redirect for ever, and a page that comes to stand there could not be seen. */
const KEPT_AN_HOUR = { 'Cache-Control': 'public, max-age=3600' };

/** Leads on from an address that has no page, as the list of old addresses says; false where it says nothing. */
export function ledOn(
  { locationOf }: Pick<RedirectIndex, 'locationOf'>,
  request: Request,
  response: Response,
): boolean {
  const { segments, language, isPayload } = addressOf(request);
  const path = encodePath(segments, language);
  const location = isPayload || isReservedAddress(path) ? undefined : locationOf(path, request.originalUrl);
  if (location === undefined) return false;
  request.kind = 'moved';
  response.set(KEPT_AN_HOUR).redirect(301, location);
  return true;
}
