import type { S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/config.ts';
import { isGone, isServerError, SiteError, UnavailableError } from '../../lib/failures.ts';

/** `stallTimeoutMs`: without data in either direction. `callTimeoutMs`: with all attempts, for large files on slow connections. */
export const CALL_LIMITS = { stallTimeoutMs: 4000, callTimeoutMs: 60_000, attempts: 3 };
export type CallLimits = typeof CALL_LIMITS;

type Operation = 'put' | 'get' | 'delete' | 'list';
type CallResult = 'ok' | S3FailureKind;
/** Called once per call, after its last attempt. */
export type OnCall = (operation: Operation, result: CallResult) => void;

/** With `isSigned: false`, requests are anonymous. */
type Options = { limits?: CallLimits; onCall?: OnCall; isSigned?: boolean };

/** Creates an S3 client. Keys include the prefix. A failed call rejects with an `S3Error`. */
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

    /** Yields batches of the keys directly under the prefix, with timestamps from the store's clock. */
    async *list(Prefix: string, MaxKeys?: number) {
      let ContinuationToken: string | undefined;
      do {
        const request = { Bucket, Prefix, MaxKeys, ContinuationToken, Delimiter: '/' };
        const batch = await call('list', (options) =>
          client.send(new s3.ListObjectsV2Command(request), options),
        );
        if (batch.Name === undefined) throw new S3Error('failed', 'list', 'not a list');
        yield {
          keys: (batch.Contents ?? []).map(({ Key = '', LastModified }) => ({
            key: Key,
            changedAt: Number(LastModified),
          })),
          now: Date.now() + client.config.systemClockOffset,
        };
        ContinuationToken = batch.IsTruncated ? batch.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
  };
}

/** `missing`: the key does not exist. `refused`: a retry would fail, too. `noAnswer`: no or an incomplete response. */
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

/** Error codes are safe to log, unlike messages, which may contain the signed request. */
const SAFE_CODE = /^[\w.-]{1,64}$/u;
/** Error names that the SDK uses for an error without a code. */
const GENERIC_ERROR_NAMES = ['Unknown', 'UnknownError', 'Error'];
/** Statuses with which the same request may succeed later. */
const RETRYABLE_STATUSES = [408, 425, 429];
const TIMEOUT_ERROR_NAMES = ['TimeoutError', 'AbortError'];

type SdkError = Partial<S3ServiceException> & { code?: string };

/** Converts an SDK error to an error without the request's URL, key and signature. */
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
  const isTemporary = isServerError(status) || RETRYABLE_STATUSES.includes(status);
  return new S3Error(isTemporary ? 'failed' : 'refused', operation, isCode ? name : `status ${status}`);
}

/** Error codes that point to a setting (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const MESSAGES: Record<string, (settings: S3Settings) => string> = {
  NoSuchBucket: ({ bucket }) => `S3_BUCKET: there is no bucket ${bucket}`,
  InvalidBucketName: ({ bucket }) => `S3_BUCKET: ${bucket} is not a valid bucket name`,
  AccessDenied: ({ bucket }) => `S3_ACCESS_KEY_ID: the key is not allowed to list ${bucket}`,
  AllAccessDisabled: ({ bucket }) => `S3_BUCKET: all access to ${bucket} is disabled`,
  InvalidAccessKeyId: () => 'S3_ACCESS_KEY_ID: unknown to the store',
  SignatureDoesNotMatch: () =>
    'S3_SECRET_ACCESS_KEY: does not match S3_ACCESS_KEY_ID, or the key ID is unknown',
  RequestTimeTooSkewed: () =>
    'the clock of this machine differs from that of the store: set it, for example with NTP',
};

const WRONG_REGION_CODES = [
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
];

/** Lists one key. Rejects with the wrong setting, or with an `UnavailableError` if the bucket may be available later. */
export async function checkBucket(settings: S3Settings, limits?: CallLimits): Promise<void> {
  try {
    const bucket = await createBucket(settings, { limits });
    await bucket.list(settings.prefix, 1).next();
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const { s3Kind, code } = error;
    // An unknown host means that a setting is wrong, not that the store is down.
    const isTemporary = s3Kind === 'failed' || (s3Kind === 'noAnswer' && code !== 'ENOTFOUND');
    const ErrorClass = isTemporary ? UnavailableError : Error;
    // A cause would be printed with this message, and repeat it.
    throw new ErrorClass(describeS3Error(error, settings));
  }
}

function describeS3Error({ code, s3Kind }: S3Error, settings: S3Settings): string {
  const setting = settings.endpoint === undefined ? 'S3_REGION' : 'S3_ENDPOINT';
  if (s3Kind === 'noAnswer') return `${setting}: the store does not respond (${code})`;
  if (WRONG_REGION_CODES.includes(code))
    return `S3_REGION: the bucket is not in ${settings.region} (${code})`;
  return MESSAGES[code]?.(settings) ?? `${setting}: the server does not list the bucket (${code})`;
}
