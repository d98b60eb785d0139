import type { S3Settings } from '../config/store-settings.ts';
import { asS3Failure, S3Failure, type S3FailureKind } from './s3-failure.ts';

/** Limits of a call: all attempts of a silent store together stay below the 15 seconds that a visitor waits. */
export type Limits = {
  /** Time without a connection, or without a byte in either direction, that ends an attempt. */
  silenceMs: number;
  /** Time that ends the call with all its attempts: 10 MB at 1.4 Mbit/s. */
  callMs: number;
  attempts: number;
};

export const LIMITS: Limits = { silenceMs: 4000, callMs: 60_000, attempts: 3 };

type Operation = 'put' | 'get' | 'delete' | 'list';
export type CallResult = 'ok' | S3FailureKind;
/** Called after each call, whatever its number of attempts. */
export type OnCall = (operation: Operation, result: CallResult, seconds: number) => void;

/** Without `isSigned` the store is asked as anybody could ask it. */
type Options = { limits?: Limits; onCall?: OnCall; isSigned?: boolean };

/** Times by the store's clock, as of `Date.now`. */
export type ListedPage = { keys: { key: string; changedAt: number }[]; now: number };

/** The calls of a bucket that the site makes; keys are whole ones. Each rejects with an `S3Failure`. */
export async function createBucket(
  { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Settings,
  { limits = LIMITS, onCall, isSigned = true }: Options = {},
) {
  // A site without S3 does not load the SDK.
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region,
    endpoint,
    // A bucket with dots fits no certificate as a host.
    forcePathStyle: endpoint !== undefined || Bucket.includes('.'),
    credentials: { accessKeyId, secretAccessKey },
    ...(!isSigned && { signer: { sign: async (request) => request } }),
    // The SDK signs the SHA-256 of the bytes. Other stores refuse its checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    maxAttempts: limits.attempts,
    requestHandler: { connectionTimeout: limits.silenceMs, socketTimeout: limits.silenceMs },
  });

  async function call<Result>(
    operation: Operation,
    send: (options: { abortSignal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    const begunAt = performance.now();
    let result: CallResult = 'ok';
    try {
      return await send({ abortSignal: AbortSignal.timeout(limits.callMs) });
    } catch (error) {
      const failure = asS3Failure(error, operation);
      result = failure.s3Kind;
      throw failure;
    } finally {
      onCall?.(operation, result, (performance.now() - begunAt) / 1000);
    }
  }

  return {
    async put(Key: string, Body: Uint8Array): Promise<void> {
      await call('put', (options) => client.send(new s3.PutObjectCommand({ Bucket, Key, Body }), options));
    },

    /** Reads the whole file: its reader may be slower than the store may be. */
    get: (Key: string): Promise<Buffer> =>
      call('get', async (options) => {
        const { Body, ContentLength } = await client.send(new s3.GetObjectCommand({ Bucket, Key }), options);
        const bytes = await Body?.transformToByteArray();
        if (!bytes || bytes.length !== ContentLength)
          throw new S3Failure('noAnswer', 'get', { code: 'cut short' });
        return Buffer.from(bytes);
      }),

    /** A key that is gone already is no failure. */
    async delete(Key: string): Promise<void> {
      await call('delete', (options) =>
        client.send(new s3.DeleteObjectCommand({ Bucket, Key }), options),
      ).catch((error: unknown) => {
        if (!(error instanceof S3Failure) || error.s3Kind !== 'missing') throw error;
      });
    },

    /** The keys that begin with the prefix and have no slash behind it, a page at a time. */
    async *list(Prefix: string, MaxKeys?: number): AsyncGenerator<ListedPage> {
      let ContinuationToken: string | undefined;
      do {
        const asked = { Bucket, Prefix, MaxKeys, ContinuationToken, Delimiter: '/' };
        const page = await call('list', (options) =>
          client.send(new s3.ListObjectsV2Command(asked), options),
        );
        if (page.Name === undefined) throw new S3Failure('failed', 'list', { code: 'not a list' });
        yield {
          keys: (page.Contents ?? []).map(({ Key = '', LastModified }) => ({
            key: Key,
            changedAt: Number(LastModified),
          })),
          now: Date.now() + client.config.systemClockOffset,
        };
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
  };
}

export type Bucket = Awaited<ReturnType<typeof createBucket>>;
