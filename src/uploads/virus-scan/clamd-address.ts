/** Where a daemon listens, as node:net takes it. */
export type ClamdAddress = { path: string } | { host: string; port: number };

const UNIX = 'unix:';

/** Reads `tcp://host:port` or `unix:/path`, as the settings have checked it. */
export function readClamdUrl(url: string): ClamdAddress {
  if (url.startsWith(UNIX)) return { path: url.slice(UNIX.length) };
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/gu, ''), port: Number(port) };
}
