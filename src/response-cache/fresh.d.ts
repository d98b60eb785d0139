declare module 'fresh' {
  import type { IncomingHttpHeaders } from 'node:http';

  /** Whether the visitor has what the answer holds (RFC 9110, section 13.2.2). */
  export default function fresh(asked: IncomingHttpHeaders, answered: { etag: string }): boolean;
}
