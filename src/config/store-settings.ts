import * as z from 'zod';
import type { Environment } from './environment.ts';
import { httpUrl } from './setting-types.ts';

/** The names of buckets (https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html), and older ones. */
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/u;
/** Where stores name no region they take this one. */
const USUAL_REGION = 'us-east-1';

const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(?:ql)?:\/\//u.test(text) && URL.canParse(text),
    'must be a postgres URL, such as postgres://user:password@db.example.com/plinth',
  );

const prefix = z
  .string()
  .regex(
    /^\w[\w.-]*(?:\/\w[\w.-]*)*\/?$/u,
    'must be names of letters, digits, dots and hyphens, with slashes',
  )
  .transform((text) => text.replace(/(?<!\/)\/*$/u, '/'));

/** Where drafts, applications and their files are kept, if not in `DATA_DIR`. */
export const storeSettings = {
  DATABASE_URL: databaseUrl.optional(),
  S3_BUCKET: z.string().regex(BUCKET, 'must be the name of a bucket').optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: httpUrl
    .refine((text) => !/[@?#]/u.test(text), 'must have no user, password, query or fragment')
    .transform((text) => text.replace(/(?<!\/)\/+$/u, ''))
    .optional(),
  S3_PREFIX: prefix.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

type Values = z.infer<z.ZodObject<typeof storeSettings>>;

/** An S3-compatible store. With an `endpoint` the bucket is named in the path. `prefix` is empty or ends in a slash. */
export type S3Settings = {
  bucket: string;
  region: string;
  endpoint?: string;
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export const s3Of = ({
  S3_BUCKET: bucket,
  S3_REGION: region = USUAL_REGION,
  S3_ENDPOINT: endpoint,
  S3_PREFIX: given = '',
  S3_ACCESS_KEY_ID: accessKeyId = '',
  S3_SECRET_ACCESS_KEY: secretAccessKey = '',
}: Values): S3Settings | undefined =>
  bucket === undefined
    ? undefined
    : { bucket, region, endpoint, prefix: given, accessKeyId, secretAccessKey };

const OF_BUCKET = ['S3_REGION', 'S3_ENDPOINT', 'S3_PREFIX', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/** Settings of the store that mean nothing without another one. */
export function bucketProblems(given: Environment): string[] {
  const isSet = (name: string): boolean => given[name] !== undefined;
  return [
    ...OF_BUCKET.filter((name) => isSet(name) && !isSet('S3_BUCKET')).map(
      (name) => `${name} needs S3_BUCKET`,
    ),
    ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
      .filter((name) => isSet('S3_BUCKET') && !isSet(name))
      .map((name) => `${name} is required with S3_BUCKET`),
    ...(isSet('S3_BUCKET') && !isSet('S3_REGION') && !isSet('S3_ENDPOINT')
      ? ['S3_REGION is required with S3_BUCKET where no S3_ENDPOINT is set']
      : []),
  ];
}

/** The same, and what a site needs besides. */
export function storeProblems(given: Environment): string[] {
  const isShared = given.DATABASE_URL !== undefined || given.S3_BUCKET !== undefined;
  const isUnsigned = isShared && given.SESSION_SECRET === undefined;
  return [
    ...bucketProblems(given),
    ...(isUnsigned
      ? ['SESSION_SECRET is required with DATABASE_URL or S3_BUCKET: all machines sign with the same']
      : []),
  ];
}
