import type { RequestHandler } from 'express';
import { pageOfQr } from '../content/qr-address.ts';
import { Failure } from '../lib/failures.ts';
import { qrCode } from '../pages/qr-code.ts';
import type { Services } from '../services.ts';

/** How long a code may be kept, in seconds: it is of an address, whatever stands there. */
const MAX_AGE_S = 86_400;

/** The code of a page's address, for its print-out. */
export function qr({ config }: Pick<Services, 'config'>): RequestHandler {
  return (request, response) => {
    const page = pageOfQr(request.originalUrl);
    if (page === undefined) throw new Failure('notFound');
    const body = qrCode(config.siteUrl + page);
    response.set('Cache-Control', `public, max-age=${MAX_AGE_S}`).type('image/svg+xml').send(body);
  };
}
