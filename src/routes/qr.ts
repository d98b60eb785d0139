import type { RequestHandler } from 'express';
import { encode } from 'uqr';
import { pageOfQrCode } from '../content/addresses.ts';
import { Failure } from '../lib/failures.ts';
import type { Services } from '../services.ts';

const MAX_AGE_S = 86_400;

/** White modules around the code that scanners need. */
const QUIET_ZONE = 2;

/** QR code of a page's address, shown on print-outs. */
export function qr({ config }: Pick<Services, 'config'>): RequestHandler {
  return (request, response) => {
    const page = pageOfQrCode(request.originalUrl);
    if (page === undefined) throw new Failure('notFound');
    const body = qrCode(config.siteUrl + page);
    response.set('Cache-Control', `public, max-age=${MAX_AGE_S}`).type('image/svg+xml').send(body);
  };
}

/** A QR code (ISO/IEC 18004) as SVG, with error correction for 15 % of damage. */
export function qrCode(text: string): string {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.map((row, y) =>
    runsOf(row)
      .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
      .join(''),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path.join('')}"/></svg>`;
}

/** Runs of black modules in a row. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isBlack, x) => {
    const last = runs.at(-1);
    if (isBlack && last && last[0] + last[1] === x) last[1] += 1;
    else if (isBlack) runs.push([x, 1]);
  });
  return runs;
}
