declare module 'fresh' {
  import type { IncomingHttpHeaders } from 'node:http';

  /** Whether the visitor has what the answer holds (RFC 9110, section 13.2.2). */
  export default function fresh(asked: IncomingHttpHeaders, answered: { etag: string }): boolean;
}
/** The part that the site uses: its published types do not know `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: { 'accept-encoding'?: string } });
    /** The best of those that a request takes; of two that it takes alike, the one that stands first in `preferred`. */
    encoding<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T | undefined;
  }
}
