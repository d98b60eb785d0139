import { randomBytes } from 'node:crypto';
import type { S3Settings } from '../../config/store-settings.ts';
import { type Bucket, createBucket, type Limits } from '../../files/bucket.ts';
import { checkBucket } from '../../files/check-bucket.ts';
import { S3Failure } from '../../files/s3-failure.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

const WHAT = 'S3';
const TEST_BYTES = 1000;

/** A person waits: one attempt, and less time than the site's. */
const QUICK: Limits = { silenceMs: 5000, callMs: 10_000, attempts: 1 };

/**
 * Whether the bucket takes a small file under the prefix, gives it back as it was and removes it, and whether anybody without a key
 * could list or read it. A file that is left, because the store fails in between, is swept as any other without an application.
 */
export async function checkS3(s3: S3Settings, limits = QUICK): Promise<Finding[]> {
  const bucket = await createBucket(s3, { limits });
  const key = s3.prefix + newFileName();
  const times: string[] = [];
  const timed = async (word: string, right: string, step: () => Promise<unknown>): Promise<void> => {
    const begunAt = performance.now();
    await step().catch((error: unknown) => {
      const needs =
        error instanceof S3Failure && error.s3Kind === 'refused' ? ` (the key needs ${right})` : '';
      throw new Error(`${word}: ${reasonOf(error)}${needs}`);
    });
    times.push(`${word} ${Math.ceil(performance.now() - begunAt)} ms`);
  };
  const bytes = randomBytes(TEST_BYTES);
  try {
    await checkBucket(s3, limits);
    await timed('write', 's3:PutObject', () => bucket.put(key, bytes));
    await timed('read', 's3:GetObject', () => expectBytes(bucket, key, bytes));
    const anybody = await createBucket(s3, { limits, isSigned: false });
    const open = await openToAnybody(anybody, s3.prefix, key);
    await timed('delete', 's3:DeleteObject', () => bucket.delete(key));
    return [ok(WHAT, `${s3.bucket}: ${times.join(', ')}`), publicity(open)];
  } catch (error) {
    return [fault(WHAT, reasonOf(error))];
  }
}

const publicity = (open: string[]): Finding =>
  open.length === 0
    ? ok(WHAT, 'nobody lists or reads the bucket without a key')
    : fault(WHAT, `the bucket is public: without a key anybody ${open.join(' and ')}`);

async function expectBytes(bucket: Bucket, key: string, bytes: Buffer): Promise<void> {
  if (!bytes.equals(await bucket.get(key))) throw new Error('what was written came back altered');
}

/** What a bucket does without a key that it should not. */
async function openToAnybody(anybody: Bucket, prefix: string, key: string): Promise<string[]> {
  const lists = await isDone(anybody.list(prefix, 1).next());
  const reads = await isDone(anybody.get(key));
  return [...(lists ? ['lists it'] : []), ...(reads ? ['reads files'] : [])];
}

/** False where the store refuses; rejects where it does not answer, which says nothing. */
async function isDone(step: Promise<unknown>): Promise<boolean> {
  try {
    await step;
    return true;
  } catch (error) {
    if (error instanceof S3Failure && (error.s3Kind === 'refused' || error.s3Kind === 'missing'))
      return false;
    throw error;
  }
}

/** The stored names of all files in the bucket; undefined where it does not tell, which `checkS3` says. */
export async function storedNames(s3: S3Settings): Promise<Set<string> | undefined> {
  const names = new Set<string>();
  try {
    const bucket = await createBucket(s3, { limits: QUICK });
    for await (const { keys } of bucket.list(s3.prefix)) {
      for (const { key } of keys) names.add(key.slice(s3.prefix.length));
    }
    return names;
  } catch {
    return undefined;
  }
}
