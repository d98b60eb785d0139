declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  /** An S3-compatible store in a folder; the part of it that the tests use. */
  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
      vhostBuckets: boolean;
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
    logger: { exceptions: { unhandle(): void }; close(): void };
  }
}
