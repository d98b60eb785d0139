import type { IncomingMessage } from 'node:http';

const WHOLE_ADDRESS = /^(https?):\/\/([^/?#@\\]+)((?:[/?].*)?)$/iu;

/**
 * What a request asks for, as a path: where it gives a whole address of this site, the path of it, as it was written. Any
 * other whole address stays, and is no path of this site (RFC 9112, section 3.2.2).
 */
export function targetOf({ url = '/', socket }: IncomingMessage, siteHost: string): string {
  if (url.startsWith('/')) return url;
  const [, scheme, authority, path = ''] = WHOLE_ADDRESS.exec(url) ?? [];
  const origin = `${scheme}://${authority}`;
  if (authority === undefined || !URL.canParse(origin)) return url;
  const { host } = new URL(origin);
  if (host !== siteHost && host !== `${socket.localAddress}:${socket.localPort}`) return url;
  return path.startsWith('/') ? path : `/${path}`;
}
