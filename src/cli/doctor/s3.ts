import { createHash, randomBytes } from 'node:crypto';
import { newFileName } from '../../lib/identifiers.ts';
import { type Bucket, createBucket } from '../../s3/bucket.ts';
import { checkBucket } from '../../s3/check-bucket.ts';
import type { Limits } from '../../s3/limits.ts';
import { S3Failure } from '../../s3/s3-failure.ts';
import type { S3Settings } from '../../store-settings.ts';
import { type Finding, fault, ok, reasonOf } from './finding.ts';

const WHAT = 'S3';
const TEST_BYTES = 1000;

/** A person waits: a call has one try, and less time than the site's. */
const QUICK: Limits = { silenceMs: 5000, callMs: 10_000, attempts: 1, pauseMs: 0 };

/**
 * Whether the bucket takes a small file under the prefix, gives it back as it was and removes it, and whether anybody without a key
 * could list or read it. A file that is left, because the store fails in between, is swept as any other without an application.
 */
export async function checkS3(s3: S3Settings, limits = QUICK): Promise<Finding[]> {
  const bucket = createBucket(s3, { limits });
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
    await timed('write', 's3:PutObject', () => bucket.put(key, contentOf(bytes)));
    await timed('read', 's3:GetObject', () => expectBytes(bucket, key, bytes));
    const open = await openToAnybody(createBucket(s3, { limits, isSigned: false }), s3.prefix, key);
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

/** A file that is in memory already, as the bucket takes one. */
export const contentOf = (bytes: Buffer) => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  md5: createHash('md5').update(bytes).digest('base64'),
  async *read() {
    yield bytes;
  },
});

async function expectBytes(bucket: Bucket, key: string, bytes: Buffer): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of await bucket.get(key)) chunks.push(chunk as Buffer);
  if (!Buffer.concat(chunks).equals(bytes)) throw new Error('what was written came back altered');
}

/** What a bucket does without a key that it should not. */
async function openToAnybody(anybody: Bucket, prefix: string, key: string): Promise<string[]> {
  const lists = await isDone(anybody.list(prefix, 1).next());
  const reads = await isDone(anybody.get(key).then((stream) => stream.destroy()));
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
    for await (const { keys } of createBucket(s3, { limits: QUICK }).list(s3.prefix)) {
      for (const { key } of keys) names.add(key.slice(s3.prefix.length));
    }
    return names;
  } catch {
    return undefined;
  }
}
