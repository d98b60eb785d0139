import type { S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/config.ts';
import { isGone, isServerError, SiteError } from '../../lib/failures.ts';

/** Limits of a call. */
export type CallLimits = {
  /** Timeout of an attempt without a connection, or without data in either direction. */
  stallTimeoutMs: number;
  /** Timeout of a call with all its attempts, enough for a file of the maximum size over a slow connection. */
  callTimeoutMs: number;
  attempts: number;
};

export const CALL_LIMITS: CallLimits = { stallTimeoutMs: 4000, callTimeoutMs: 60_000, attempts: 3 };

type Operation = 'put' | 'get' | 'delete' | 'list';
type CallResult = 'ok' | S3FailureKind;
/** Called once per call, after its last attempt. */
export type OnCall = (operation: Operation, result: CallResult) => void;

/** With `isSigned: false`, requests are anonymous. */
type Options = { limits?: CallLimits; onCall?: OnCall; isSigned?: boolean };

/** A page of listed keys. Its timestamps are from the clock of the store. */
type ListedPage = { keys: { key: string; changedAt: number }[]; now: number };

/** Creates a client with the S3 calls that the site needs. Keys include the prefix. A failed call rejects with an `S3Error`. */
export async function createBucket(
  { bucket: Bucket, region, endpoint, accessKeyId, secretAccessKey, pathStyle }: S3Settings,
  { limits = CALL_LIMITS, onCall, isSigned = true }: Options = {},
) {
  // Imported lazily, so that sites without S3 never load the SDK.
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region,
    endpoint,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    ...(!isSigned && { signer: { sign: async (request) => request } }),
    // The signature covers the SHA-256 of the body. Some stores reject the SDK's checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    maxAttempts: limits.attempts,
    requestHandler: { connectionTimeout: limits.stallTimeoutMs, socketTimeout: limits.stallTimeoutMs },
  });

  async function call<Result>(
    operation: Operation,
    send: (options: { abortSignal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    let result: CallResult = 'ok';
    try {
      return await send({ abortSignal: AbortSignal.timeout(limits.callTimeoutMs) });
    } catch (error) {
      const failure = toS3Error(error, operation);
      result = failure.s3Kind;
      throw failure;
    } finally {
      onCall?.(operation, result);
    }
  }

  return {
    async put(Key: string, Body: Uint8Array): Promise<void> {
      await call('put', (options) => client.send(new s3.PutObjectCommand({ Bucket, Key, Body }), options));
    },

    /** Buffers the whole file, because a slow reader would otherwise trigger the stall timeout. */
    get: (Key: string): Promise<Buffer> =>
      call('get', async (options) => {
        const { Body, ContentLength } = await client.send(new s3.GetObjectCommand({ Bucket, Key }), options);
        const bytes = await Body?.transformToByteArray();
        if (!bytes || bytes.length !== ContentLength) throw new S3Error('noAnswer', 'get', 'incomplete');
        return Buffer.from(bytes);
      }),

    /** Succeeds even if the key does not exist. */
    async delete(Key: string): Promise<void> {
      await call('delete', (options) =>
        client.send(new s3.DeleteObjectCommand({ Bucket, Key }), options),
      ).catch((error: unknown) => {
        if (!(error instanceof S3Error) || error.s3Kind !== 'missing') throw error;
      });
    },

    /** Yields pages of the keys directly under the prefix. */
    async *list(Prefix: string, MaxKeys?: number): AsyncGenerator<ListedPage> {
      let ContinuationToken: string | undefined;
      do {
        const request = { Bucket, Prefix, MaxKeys, ContinuationToken, Delimiter: '/' };
        const page = await call('list', (options) =>
          client.send(new s3.ListObjectsV2Command(request), options),
        );
        if (page.Name === undefined) throw new S3Error('failed', 'list', 'not a list');
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

/**
 * Reason for a failed call. `missing`: the key does not exist. `refused`: a retry would also be refused. `failed`: the store
 * reported an error. `noAnswer`: there was no response, or an incomplete one.
 */
type S3FailureKind = 'missing' | 'refused' | 'failed' | 'noAnswer';

/** `code` is ENOENT for a missing key, or the code of the store or socket. */
export class S3Error extends SiteError {
  readonly code: string;
  readonly s3Kind: S3FailureKind;

  constructor(s3Kind: S3FailureKind, operation: string, code: string) {
    super('storage');
    this.name = 'S3Error';
    this.message = `S3 ${operation}: ${s3Kind === 'noAnswer' ? `no response (${code})` : code}`;
    this.s3Kind = s3Kind;
    this.code = code;
  }
}

/** Pattern of error codes that are safe to log, unlike messages, which may contain the signed request. */
const SAFE_CODE = /^[\w.-]{1,64}$/u;
/** Error names that the SDK uses for an error without a code. */
const GENERIC_ERROR_NAMES = ['Unknown', 'UnknownError', 'Error'];
/** Statuses with which the same request may succeed later. */
const RETRYABLE_STATUSES = [408, 425, 429];
const TIMEOUT_ERROR_NAMES = ['TimeoutError', 'AbortError'];

type SdkError = Partial<S3ServiceException> & { code?: string };

/** Converts an SDK error to an error without the URL, key and signature of the request. */
function toS3Error(error: unknown, operation: string): S3Error {
  if (error instanceof S3Error) return error;
  const { name = '', code, $metadata, $response } = error as SdkError;
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  if (status === undefined) {
    const reason = code === undefined && TIMEOUT_ERROR_NAMES.includes(name) ? 'timed out' : (code ?? name);
    return new S3Error('noAnswer', operation, reason);
  }
  if (name === 'NoSuchKey' || (isGone(status) && name !== 'NoSuchBucket'))
    return new S3Error('missing', operation, 'ENOENT');
  const isCode = SAFE_CODE.test(name) && !GENERIC_ERROR_NAMES.includes(name);
  return new S3Error(
    isServerError(status) || RETRYABLE_STATUSES.includes(status) ? 'failed' : 'refused',
    operation,
    isCode ? name : `status ${status}`,
  );
}
