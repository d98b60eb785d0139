import type { IncomingMessage } from 'node:http';

/** Returns whether visitors use HTTPS, so that cookies are sent over it only. */
export const usesHttps = (siteUrl: string): boolean => siteUrl.startsWith('https:');

/**
 * Returns a cookie name that no other site on the domain can set. `__Host-`: browsers accept it only from this host, with `Path=/` (RFC
 * 6265bis, section 4.1.3.2).
 */
export const cookieName = (name: string, siteUrl: string): string =>
  `${usesHttps(siteUrl) ? '__Host-' : 'plinth-'}${name}`;

/** Returns the values of all cookies with a name, as sent. */
export const cookieValues = ({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string[] =>
  (headers.cookie ?? '')
    .split(/; */u)
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));
