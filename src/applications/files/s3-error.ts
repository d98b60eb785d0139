import type { S3ServiceException } from '@aws-sdk/client-s3';
import { isGone, isRetryable, SiteError } from '../../lib/failures.ts';

/**
 * Reason for a failed call. `missing`: the key does not exist. `refused`: a retry would also be refused. `failed`: the store
 * reported an error. `noAnswer`: there was no response, or an incomplete one.
 */
export type S3FailureKind = 'missing' | 'refused' | 'failed' | 'noAnswer';

/** `code` is ENOENT for a missing key, or the code of the store or socket. `region` is the correct one, if the store names it. */
export class S3Error extends SiteError {
  readonly code: string;
  readonly region: string | undefined;
  readonly s3Kind: S3FailureKind;

  constructor(s3Kind: S3FailureKind, operation: string, { code, region }: { code: string; region?: string }) {
    super('storage');
    this.name = 'S3Error';
    this.message = `S3 ${operation}: ${s3Kind === 'noAnswer' ? `no response (${code})` : code}`;
    this.s3Kind = s3Kind;
    this.code = code;
    this.region = region;
  }
}

/** Pattern of error codes that may be shown, unlike messages, which may contain the signed request. */
const CODE = /^[\w.-]{1,64}$/u;
/** Error names that the SDK uses for an error without a code. */
const NO_CODE = ['Unknown', 'UnknownError', 'Error'];
const TIMEOUTS = ['TimeoutError', 'AbortError'];

type SdkError = Partial<S3ServiceException> & { code?: string; Region?: string };

/** Converts an SDK error without its URL, key or signature. */
export function asS3Failure(error: unknown, operation: string): S3Error {
  if (error instanceof S3Error) return error;
  const { name = '', code, $metadata, $response, Region } = error as SdkError;
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  if (status === undefined) {
    const reason = code === undefined && TIMEOUTS.includes(name) ? 'timed out' : (code ?? name);
    return new S3Error('noAnswer', operation, { code: reason });
  }
  if (name === 'NoSuchKey' || (isGone(status) && name !== 'NoSuchBucket'))
    return new S3Error('missing', operation, { code: 'ENOENT' });
  const isCode = CODE.test(name) && !NO_CODE.includes(name);
  return new S3Error(isRetryable(status) ? 'failed' : 'refused', operation, {
    code: isCode ? name : `status ${status}`,
    region: [$response?.headers['x-amz-bucket-region'], Region].find((text) => text && CODE.test(text)),
  });
}
