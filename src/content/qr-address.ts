const [START, END] = ['/qr', '.svg'];

/** Characters of a page's path: of a longer one a code is too fine to be scanned from paper. */
const MAX_LENGTH = 300;

/** The address of the code that leads to a page; undefined where its path is too long for one. */
export const qrAddress = (path: string): string | undefined =>
  path.length > MAX_LENGTH ? undefined : `${START}${path}${END}`;

/** The page whose code is asked for. */
export function pageOfQr(address: string): string | undefined {
  const page = /^\/qr(\/[^?#]+)\.svg(?:\?|$)/u.exec(address)?.[1];
  return page !== undefined && page.length <= MAX_LENGTH ? page : undefined;
}
