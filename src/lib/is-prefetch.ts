import type { IncomingHttpHeaders } from 'node:http';

/** Whether a browser asks before anybody has clicked: the header is a token with parameters, `prefetch;prerender` for one. */
export const isPrefetch = ({ 'sec-purpose': purpose }: IncomingHttpHeaders): boolean =>
  typeof purpose === 'string' && purpose.startsWith('prefetch');
