import type { RequestHandler } from 'express';
import { encode } from 'uqr';
import { pageOfQrCode } from '../content/addresses.ts';
import { Failure } from '../lib/failures.ts';
import type { Services } from '../services.ts';

/** How long a code may be kept, in seconds: it is of an address, whatever stands there. */
const MAX_AGE_S = 86_400;

/** Modules of white that scanners want around a code. */
const QUIET_ZONE = 2;

/** The code of a page's address, for its print-out. */
export function qr({ config }: Pick<Services, 'config'>): RequestHandler {
  return (request, response) => {
    const page = pageOfQrCode(request.originalUrl);
    if (page === undefined) throw new Failure('notFound');
    const body = qrCode(config.siteUrl + page);
    response.set('Cache-Control', `public, max-age=${MAX_AGE_S}`).type('image/svg+xml').send(body);
  };
}

/** A QR code (ISO/IEC 18004) as an SVG, black on white; it stays readable with 15 % of it damaged. */
export function qrCode(text: string): string {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.map((row, y) =>
    runsOf(row)
      .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
      .join(''),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path.join('')}"/></svg>`;
}

/** Where black begins in a row, and for how many modules it goes on. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isBlack, x) => {
    const last = runs.at(-1);
    if (isBlack && last && last[0] + last[1] === x) last[1] += 1;
    else if (isBlack) runs.push([x, 1]);
  });
  return runs;
}
