import { encodePart } from './menu/slug.ts';

type Query = Record<string, string | number | undefined>;

/** Adds parameters before the fragment; those without a value are left out. */
export function withQuery(href: string, parameters: Query): string {
  const [address = '', fragment] = href.split('#');
  const added = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodePart(`${value}`)}`],
  );
  if (added.length === 0) return href;
  const joined = `${address}${address.includes('?') ? '&' : '?'}${added.join('&')}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

/** File below the path of each page with the data that the page was rendered from. */
export const PAYLOAD = '_payload.json';

/** Address of a page's payload: `/_payload.json` for home, `/en/news/_payload.json?page=2`. */
export function payloadAddress(address: string): string {
  const [path = '', ...query] = address.split('?');
  return [`${path.replace(/\/$/u, '')}/${PAYLOAD}`, ...query].join('?');
}

/** A QR code of a longer path is too fine to be scanned from paper. */
const MAX_QR_PATH_LENGTH = 300;

/** Address of the QR code of a page; undefined if its path is too long. */
export const qrAddress = (path: string): string | undefined =>
  path.length > MAX_QR_PATH_LENGTH ? undefined : `/qr${path}.svg`;

/** Path of the page that the address of a QR code names. */
export function pageOfQrCode(address: string): string | undefined {
  const page = /^\/qr(\/[^?#]+)\.svg(?:\?|$)/u.exec(address)?.[1];
  return page !== undefined && page.length <= MAX_QR_PATH_LENGTH ? page : undefined;
}
