import { randomBytes } from 'node:crypto';
import type { S3Settings } from '../../config/config.ts';
import { createBucket, type Limits } from '../../files/bucket.ts';
import { checkBucket } from '../../files/check-bucket.ts';
import { S3Failure } from '../../files/s3-failure.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { error, ok, type Result } from './finding.ts';

const TEST_BYTES = 1000;
/** Shorter than for the site: an operator waits. */
const LIMITS: Limits = { silenceMs: 5000, callMs: 10_000, attempts: 1 };

/**
 * Writes, reads and deletes a test file under the prefix, and tries to list and read it without a key. A test file that is left
 * because the store failed is swept like any other file without an application.
 */
export async function checkS3(s3: S3Settings, limits = LIMITS): Promise<Result[]> {
  const bucket = await createBucket(s3, { limits });
  const unsigned = await createBucket(s3, { limits, isSigned: false });
  const key = s3.prefix + newFileName();
  const bytes = randomBytes(TEST_BYTES);
  const times: string[] = [];
  const step = async (name: string, permission: string, call: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now();
    await call().catch((thrown: unknown) => {
      const needs = isS3Failure(thrown, 'refused') ? ` (the key needs ${permission})` : '';
      throw new Error(`${name}: ${reasonOf(thrown)}${needs}`);
    });
    times.push(`${name} ${Math.ceil(performance.now() - startedAt)} ms`);
  };
  try {
    await checkBucket(s3, limits);
    await step('write', 's3:PutObject', () => bucket.put(key, bytes));
    await step('read', 's3:GetObject', async () => {
      if (!bytes.equals(await bucket.get(key))) throw new Error('the file was read back with other bytes');
    });
    const canList = await isAllowed(unsigned.list(s3.prefix, 1).next());
    const canRead = await isAllowed(unsigned.get(key));
    await step('delete', 's3:DeleteObject', () => bucket.delete(key));
    const open = [...(canList ? ['listed'] : []), ...(canRead ? ['read'] : [])];
    return [
      ok(`${s3.bucket}: ${times.join(', ')}`),
      open.length === 0
        ? ok('the bucket is not public')
        : error(`the bucket is public: without a key it can be ${open.join(' and ')}`),
    ];
  } catch (thrown) {
    return [error(reasonOf(thrown))];
  }
}

const isS3Failure = (thrown: unknown, ...kinds: S3Failure['s3Kind'][]): boolean =>
  thrown instanceof S3Failure && kinds.includes(thrown.s3Kind);

/** Rejects if the store does not answer, which proves nothing. */
const isAllowed = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    (thrown: unknown) => {
      if (isS3Failure(thrown, 'refused', 'missing')) return false;
      throw thrown;
    },
  );

/** Stored names of all files in the bucket. Undefined if it cannot be listed, which `checkS3` reports. */
export async function storedNames(s3: S3Settings): Promise<Set<string> | undefined> {
  const names = new Set<string>();
  try {
    const bucket = await createBucket(s3, { limits: LIMITS });
    for await (const { keys } of bucket.list(s3.prefix))
      for (const { key } of keys) names.add(key.slice(s3.prefix.length));
    return names;
  } catch {
    return undefined;
  }
}
