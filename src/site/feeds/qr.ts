import type { RequestHandler } from 'express';
import { renderSVG } from 'uqr';
import { pageOfQrCode } from '../../content/addresses.ts';
import { SiteError } from '../../lib/failures.ts';
import type { Services } from '../../services.ts';

const MAX_AGE_S = 86_400;

/** Width of the white margin around the code, which scanners need. */
const QUIET_ZONE = 2;

/** Serves the QR code of a page's URL, which print-outs show. */
export function qr({ config }: Pick<Services, 'config'>): RequestHandler {
  return (request, response) => {
    const page = pageOfQrCode(request.originalUrl);
    if (page === undefined) throw new SiteError('notFound');
    const body = qrCode(config.siteUrl + page);
    response.set('Cache-Control', `public, max-age=${MAX_AGE_S}`).type('image/svg+xml').send(body);
  };
}

/** Builds a QR code (ISO/IEC 18004) as SVG, with error correction for 15 % of damage. */
export const qrCode = (text: string): string =>
  renderSVG(text, { ecc: 'M', border: QUIET_ZONE, blackColor: '#000', whiteColor: '#fff' });
