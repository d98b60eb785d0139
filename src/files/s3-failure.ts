import type { S3ServiceException } from '@aws-sdk/client-s3';
import { Failure, isGone, isWorthAnotherTry } from '../lib/failures.ts';

/**
 * Why a call of the store failed: `missing`: there is no such key; `refused`: by the store's rules, so that a retry would be
 * too; `failed`: the store does not do its part; `noAnswer`: none came, or half of one.
 */
export type S3FailureKind = 'missing' | 'refused' | 'failed' | 'noAnswer';

/** `code` is ENOENT for a missing key, otherwise the store's or the socket's; `region` is the right one, if the store names it. */
export class S3Failure extends Failure {
  readonly code: string;
  readonly region: string | undefined;
  readonly s3Kind: S3FailureKind;

  constructor(s3Kind: S3FailureKind, operation: string, { code, region }: { code: string; region?: string }) {
    super('storage');
    this.name = 'S3Failure';
    this.message = `S3 ${operation}: ${s3Kind === 'noAnswer' ? `no answer (${code})` : code}`;
    this.s3Kind = s3Kind;
    this.code = code;
    this.region = region;
  }
}

/** Codes of the store that are passed on; its sentences may repeat what was signed. */
const CODE = /^[\w.-]{1,64}$/u;
/** Names of the SDK for an error without a code. */
const NO_CODE = ['Unknown', 'UnknownError', 'Error'];
const TOO_LONG = ['TimeoutError', 'AbortError'];

type SdkError = Partial<S3ServiceException> & { code?: string; Region?: string };

/** Reads what the SDK threw; nothing of the address, the key or the signature is passed on. */
export function asS3Failure(error: unknown, operation: string): S3Failure {
  if (error instanceof S3Failure) return error;
  const { name = '', code, $metadata, $response, Region } = error as SdkError;
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  if (status === undefined) {
    const reason = code === undefined && TOO_LONG.includes(name) ? 'took too long' : (code ?? name);
    return new S3Failure('noAnswer', operation, { code: reason });
  }
  if (name === 'NoSuchKey' || (isGone(status) && name !== 'NoSuchBucket'))
    return new S3Failure('missing', operation, { code: 'ENOENT' });
  const isCode = CODE.test(name) && !NO_CODE.includes(name);
  return new S3Failure(isWorthAnotherTry(status) ? 'failed' : 'refused', operation, {
    code: isCode ? name : `status ${status}`,
    region: [$response?.headers['x-amz-bucket-region'], Region].find((text) => text && CODE.test(text)),
  });
}
