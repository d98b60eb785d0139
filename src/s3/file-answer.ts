import { Readable } from 'node:stream';
import type { Limits } from './limits.ts';
import { asS3Failure, S3Failure } from './s3-failure.ts';

const cutShort = () => new S3Failure('noAnswer', 'get', { code: 'cut short' });
const tooSlow = () => new S3Failure('noAnswer', 'get', { code: 'took too long' });

/**
 * The bytes of a file, as fast as they are read. Only the time counts in which the reader waits for the store: silence, and all
 * of it together. Fails where there are fewer bytes than were promised; the connection is closed with the stream.
 */
export function readFileAnswer({ headers, body }: Response, { silenceMs, callMs }: Limits): Readable {
  const promised = Number(headers.get('content-length') ?? Number.NaN);
  const reader = body?.getReader();
  let leftMs = callMs;

  async function next(): Promise<Uint8Array | undefined> {
    const begunAt = performance.now();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(tooSlow()), Math.max(0, Math.min(silenceMs, leftMs)));
    try {
      return (await Promise.race([reader?.read(), late]))?.value;
    } finally {
      clearTimeout(timer);
      leftMs -= performance.now() - begunAt;
    }
  }

  let bytes = 0;
  return new Readable({
    read() {
      next().then(
        (chunk) => {
          bytes += chunk?.length ?? 0;
          if (chunk) this.push(chunk);
          else if (bytes === promised) this.push(null);
          else this.destroy(cutShort());
        },
        (error: unknown) => this.destroy(asS3Failure(error, 'get')),
      );
    },
    destroy(error, done) {
      void reader?.cancel().catch(() => undefined);
      done(error);
    },
  });
}
