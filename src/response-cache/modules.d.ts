declare module 'fresh' {
  import type { IncomingHttpHeaders } from 'node:http';

  /** Whether the client has the current response (RFC 9110, section 13.2.2). */
  export default function fresh(
    request: IncomingHttpHeaders,
    response: { etag: string; 'last-modified'?: string },
  ): boolean;
}
/** The part that the site uses: its published types lack `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { 'accept-encoding'?: string } });
    /** Best encoding that a request accepts; `preferred` decides between equals. */
    encoding<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T | undefined;
  }
}
