import type { S3Settings } from '../../config/config.ts';
import { UnavailableError } from '../../lib/failures.ts';
import { type CallLimits, createBucket, S3Error } from './bucket.ts';

/** Messages for error codes that point to a setting (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
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

/** Error codes for a bucket in another region. */
const WRONG_REGION_CODES = [
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
];

/** Error code of an unknown host. It means that a setting is wrong, not that the store is down. */
const UNKNOWN_HOST = 'ENOTFOUND';

const isTemporary = ({ s3Kind, code }: S3Error): boolean =>
  s3Kind === 'failed' || (s3Kind === 'noAnswer' && code !== UNKNOWN_HOST);

/**
 * Lists one key to check the settings. Rejects with the wrong setting and the reason if the bucket cannot be used, or with an
 * `UnavailableError` if it may be available later.
 */
export async function checkBucket(settings: S3Settings, limits?: CallLimits): Promise<void> {
  try {
    const bucket = await createBucket(settings, { limits });
    await bucket.list(settings.prefix, 1).next();
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const Kind = isTemporary(error) ? UnavailableError : Error;
    throw new Kind(describeS3Error(error, settings), { cause: error });
  }
}

function describeS3Error({ code, s3Kind }: S3Error, settings: S3Settings): string {
  const place = settings.endpoint === undefined ? 'S3_REGION' : 'S3_ENDPOINT';
  if (s3Kind === 'noAnswer') return `${place}: the store does not respond (${code})`;
  if (WRONG_REGION_CODES.includes(code))
    return `S3_REGION: the bucket is not in ${settings.region} (${code})`;
  return MESSAGES[code]?.(settings) ?? `${place}: the server does not list the bucket (${code})`;
}
