import { parseCookie } from 'cookie';
import type { RequestHandler, Response } from 'express';
import { encodePath } from '../content/links.ts';
import type { Language } from '../i18n/languages.ts';

/** The cookie that remembers a chosen language. */
const COOKIE = 'lang';
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const redirect = (
  response: Response,
  status: 302 | 303 | 308,
  location: string,
  cacheControl?: string,
): void => {
  if (cacheControl) response.set('Cache-Control', cacheControl);
  response.redirect(status, location);
};

/** Chinese never has a prefix: `/zh/…` leads to the address without it. */
export const withoutChinesePrefix: RequestHandler = (request, response, next) => {
  const { prefix, segments, hasTrailingSlash, search } = request.address;
  if (prefix.toLowerCase() !== 'zh') return next();
  const slash = hasTrailingSlash && segments.length > 0 ? '/' : '';
  redirect(response, 308, `${encodePath(segments, 'zh')}${slash}${search}`);
};

/** `?lang=` in the page's own language remembers the choice and leads to the address without it. */
export function languageSwitch(isSecure: boolean): RequestHandler {
  return (request, response, next) => {
    const { language, segments, query } = request.address;
    const [chosen, ...more] = query.getAll(COOKIE);
    if (chosen !== language || more.length > 0 || !isReading(request.method)) return next();
    const rest = new URLSearchParams(query);
    rest.delete(COOKIE);
    const search = rest.size > 0 ? `?${rest}` : '';
    response.cookie(COOKIE, language, {
      maxAge: YEAR_MS,
      path: '/',
      sameSite: 'lax',
      httpOnly: true,
      secure: isSecure,
    });
    redirect(response, 303, `${encodePath(segments, language)}${search}`, 'no-store');
  };
}

/** Redirects a visitor who chose English and opens `/` from another site to `/en`. */
export function chosenHome(siteUrl: string): RequestHandler {
  return (request, response, next) => {
    const { language, segments, search } = request.address;
    if (segments.length > 0 || language !== 'zh') return next();
    response.vary('Cookie');
    const chosen = parseCookie(request.get('Cookie') ?? '')[COOKIE] as Language | undefined;
    if (chosen !== 'en' || !isReading(request.method) || isFromHere(request, siteUrl)) return next();
    redirect(response, 302, `/en${search}`, 'private, no-store');
  };
}

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

function isFromHere(request: Parameters<RequestHandler>[0], siteUrl: string): boolean {
  const referrer = request.get('Referer') ?? '';
  const isOwnReferrer = URL.canParse(referrer) && new URL(referrer).origin === siteUrl;
  return isOwnReferrer || request.get('Sec-Fetch-Site') === 'same-origin';
}
