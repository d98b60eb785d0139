import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { handle } from 'i18next-http-middleware';
import { buildPath } from '../../content/links.ts';
import { catalogue } from '../../i18n/set-up.ts';
import { DAY_MS } from '../../lib/days.ts';
import { requestedPath } from './canonical-url.ts';
import { cookieName, cookieValues, usesHttps } from './cookies.ts';

const PARAMETER = 'lang';
const YEAR_MS = 365 * DAY_MS;

/** Returns whether the visitor chose English with the language switch. */
export const hasChosenEnglish = (request: Pick<IncomingMessage, 'headers'>, siteUrl: string): boolean =>
  cookieValues(request, cookieName(PARAMETER, siteUrl))[0] === 'en';

/** Sets `request.lng` by the prefix of the path, and `request.t`. Not every response has a language. */
export const detectLanguage: RequestHandler = handle(catalogue, { setHeader: () => undefined });

export const setContentLanguage: RequestHandler = ({ lng }, response, next) => {
  response.set('Content-Language', lng);
  next();
};

/** Stores the choice of `?lang=` in a cookie and redirects to the URL without it. */
export function languageSwitch(siteUrl: string): RequestHandler {
  return (request, response, next) => {
    const { language, segments, query } = request.parsedUrl;
    const [chosen, ...more] = query.getAll(PARAMETER);
    if (chosen !== language || more.length > 0 || !isReadMethod(request.method)) return next();
    const rest = new URLSearchParams(query);
    rest.delete(PARAMETER);
    const search = rest.size > 0 ? `?${rest}` : '';
    response.cookie(cookieName(PARAMETER, siteUrl), language, {
      maxAge: YEAR_MS,
      path: '/',
      sameSite: 'lax',
      httpOnly: true,
      secure: usesHttps(siteUrl),
    });
    response.set('Cache-Control', 'no-store');
    response.redirect(303, `${requestedPath(buildPath(segments, language), request.parsedUrl)}${search}`);
  };
}

/** Redirects a visitor who chose English and opens `/` from another site to `/en`. */
export function redirectToChosenHome(siteUrl: string): RequestHandler {
  return (request, response, next) => {
    const { language, segments, isPayload, search } = request.parsedUrl;
    if (segments.length > 0 || isPayload || language !== 'zh') return next();
    response.vary('Cookie');
    const isDue = isReadMethod(request.method) && !isOwnLink(request, siteUrl);
    if (!isDue || !hasChosenEnglish(request, siteUrl)) return next();
    response.set('Cache-Control', 'private, no-store').redirect(302, `/en${search}`);
  };
}

const isReadMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Returns whether the visitor follows a link of this site. */
const isOwnLink = (request: Request, siteUrl: string): boolean =>
  URL.parse(request.get('Referer') ?? '')?.origin === siteUrl ||
  request.get('Sec-Fetch-Site') === 'same-origin';
