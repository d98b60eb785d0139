import type { S3Settings } from '../config/store-settings.ts';
import { AwayError } from '../lib/unavailable-error.ts';
import { createBucket, type Limits } from './bucket.ts';
import { S3Failure } from './s3-failure.ts';

/** What the store's words say of the settings (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const SAID: Record<string, (settings: S3Settings) => string> = {
  NoSuchBucket: ({ bucket }) => `S3_BUCKET: there is no bucket ${bucket}`,
  InvalidBucketName: ({ bucket }) => `S3_BUCKET: ${bucket} is no name of a bucket`,
  AccessDenied: ({ bucket }) => `S3_ACCESS_KEY_ID: the key must not list ${bucket}`,
  AllAccessDisabled: ({ bucket }) => `S3_BUCKET: ${bucket} is closed to everybody`,
  InvalidAccessKeyId: () => 'S3_ACCESS_KEY_ID: the store does not know it',
  SignatureDoesNotMatch: () =>
    'S3_SECRET_ACCESS_KEY: it does not belong to S3_ACCESS_KEY_ID, or this is unknown',
  RequestTimeTooSkewed: () =>
    'the clock of this machine is not that of the store: S3 calls need one that is set right',
};

/** Words that come with the right region or another address. */
const ELSEWHERE = [
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
];

/** An unknown host is more likely a wrong setting than a store that is away. */
const NO_SUCH_NAME = 'ENOTFOUND';

const passes = ({ s3Kind, code }: S3Failure): boolean =>
  s3Kind === 'failed' || (s3Kind === 'noAnswer' && code !== NO_SUCH_NAME);

/**
 * Asks for one key of the list; rejects with the setting that is wrong, and why, where the bucket cannot be used: with an `AwayError`
 * where it may be there later.
 */
export async function checkBucket(settings: S3Settings, limits?: Limits): Promise<void> {
  try {
    const bucket = await createBucket(settings, { limits });
    await bucket.list(settings.prefix, 1).next();
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error;
    const Kind = passes(error) ? AwayError : Error;
    throw new Kind(faultOf(error, settings), { cause: error });
  }
}

function faultOf({ code, s3Kind, region }: S3Failure, settings: S3Settings): string {
  const place = settings.endpoint === undefined ? 'S3_REGION' : 'S3_ENDPOINT';
  if (s3Kind === 'noAnswer') return `${place}: the store does not answer (${code})`;
  const isElsewhere = region !== undefined && region !== settings.region;
  if (isElsewhere || ELSEWHERE.includes(code)) {
    const where = isElsewhere ? ` but in ${region}` : '';
    return `S3_REGION: the bucket is not in ${settings.region}${where} (${code})`;
  }
  return SAID[code]?.(settings) ?? `${place}: what answers does not list the bucket (${code})`;
}
