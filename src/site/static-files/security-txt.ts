import type { RequestHandler } from 'express';
import { DAY_MS } from '../../lib/days.ts';
import { Failure } from '../../lib/failures.ts';
import type { Services } from '../../services.ts';

export const SECURITY_TXT = '/.well-known/security.txt';

/** RFC 9116, section 2.5.5, recommends less than a year; the text stays the same for a day. */
const EXPIRES_DAYS = 364;

const MAX_AGE_S = 86_400;

/** Vulnerability contact (RFC 9116); a 404 without `SECURITY_CONTACT`. */
export const securityTxt =
  ({ config: { securityContact, siteUrl } }: Pick<Services, 'config'>): RequestHandler =>
  (_request, response) => {
    if (securityContact === undefined) throw new Failure('notFound', { detail: 'no security contact' });
    const today = Date.now() - (Date.now() % DAY_MS);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + EXPIRES_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: zh, en',
      `Canonical: ${siteUrl}${SECURITY_TXT}`,
    ];
    response
      .set({ 'Cache-Control': `public, max-age=${MAX_AGE_S}`, 'Content-Type': 'text/plain; charset=utf-8' })
      .send(`${lines.join('\n')}\n`);
  };
