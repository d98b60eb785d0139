import type { Readable } from 'node:stream';
import type { S3Settings } from '../store-settings.ts';
import { createCaller, type OnCall } from './caller.ts';
import { readFileAnswer } from './file-answer.ts';
import { KEYS_IN_PAGE, LIMITS, type Limits } from './limits.ts';
import { type ListedPage, listPage } from './listing.ts';
import { S3Failure } from './s3-failure.ts';

/** Bytes that can be read again for another try; `sha256` in hexadecimal, `md5` in base64. */
export type Content = { bytes: number; sha256: string; md5: string; read: () => AsyncIterable<Uint8Array> };

type Options = { limits?: Limits; onCall?: OnCall; isSigned?: boolean };

/** Connections are kept for other calls only when their answers have been read. */
const ended = async (answer: Response): Promise<void> => void (await answer.arrayBuffer());

/** The calls of a bucket that the site makes; keys are whole ones. Each rejects with an `S3Failure`. */
export function createBucket(settings: S3Settings, { limits = LIMITS, onCall, isSigned }: Options = {}) {
  const call = createCaller(settings, { limits, onCall, isSigned });

  return {
    /** The store compares both hashes: what is not the same bytes does not get the key. */
    put: (key: string, { bytes, sha256, md5, read }: Content): Promise<void> => {
      const headers = {
        'content-length': `${bytes}`,
        'content-type': 'application/octet-stream',
        'content-md5': md5,
      };
      return call({ operation: 'put', method: 'PUT', key, headers, sha256, body: read }, ended);
    },

    get: (key: string): Promise<Readable> =>
      call({ operation: 'get', method: 'GET', key }, async (answer) => readFileAnswer(answer, limits)),

    /** A key that is gone already is no failure. */
    delete: (key: string): Promise<void> =>
      call({ operation: 'delete', method: 'DELETE', key }, ended).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      }),

    /** The keys that begin with the prefix and have no slash behind it, a page at a time. */
    async *list(prefix: string, mostInPage = KEYS_IN_PAGE): AsyncGenerator<ListedPage> {
      let next: string | undefined;
      do {
        const page: ListedPage = await listPage(call, { prefix, mostInPage, next });
        yield page;
        next = page.next;
      } while (next !== undefined);
    },
  };
}

export type Bucket = ReturnType<typeof createBucket>;

const isMissing = (error: unknown): boolean => error instanceof S3Failure && error.s3Kind === 'missing';
