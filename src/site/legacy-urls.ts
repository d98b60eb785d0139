import type { Request, Response } from 'express';
import { encodePath } from '../content/links.ts';
import { isReservedAddress } from '../content/menu/fixed-addresses.ts';
import type { RedirectIndex } from '../content/redirects/redirects.ts';

/** Limits how long browsers store the redirect, so that they find a later page at this URL. */
const CACHED_AN_HOUR = { 'Cache-Control': 'public, max-age=3600' };

/** Redirects a URL without a page according to `REDIRECTS_FILE`. Returns false if the file has no rule for it. */
export function redirectLegacyUrl(
  { locationOf }: Pick<RedirectIndex, 'locationOf'>,
  request: Request,
  response: Response,
): boolean {
  const { segments, language, isPayload } = request.address;
  const path = encodePath(segments, language);
  const location = isPayload || isReservedAddress(path) ? undefined : locationOf(request.originalUrl);
  if (location === undefined) return false;
  request.kind = 'moved';
  response.set(CACHED_AN_HOUR).redirect(301, location);
  return true;
}
