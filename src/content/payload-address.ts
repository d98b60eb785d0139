/** The name below every page's path of the data that the page was rendered from. */
export const PAYLOAD = '_payload.json';

/** The address of a page's payload: `/_payload.json` for home, `/en/news/_payload.json?page=2`. */
export function payloadAddress(address: string): string {
  const [path = '', ...query] = address.split('?');
  return [`${path.replace(/\/$/u, '')}/${PAYLOAD}`, ...query].join('?');
}
