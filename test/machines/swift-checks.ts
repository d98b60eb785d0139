import { randomBytes } from 'node:crypto';
import { checkS3 } from '../../src/cli/doctor/s3.ts';
import type { S3Settings } from '../../src/config/config.ts';
import { type Bucket, createBucket } from '../../src/files/bucket.ts';
import { checkBucket } from '../../src/files/check-bucket.ts';

const KEYS = 2500;
const AT_ONCE = 20;

export type Check = { what: string; seen: unknown; expected: unknown };

/** Checks that only a real store can answer. */
export async function* swiftChecks(settings: S3Settings): AsyncGenerator<Check> {
  const bucket = await createBucket(settings);
  const secret = await checkBucket({ ...settings, secretAccessKey: 'wrong' }).catch(
    ({ message }: Error) => message.split(':')[0],
  );
  yield { what: 'a wrong secret', seen: secret, expected: 'S3_SECRET_ACCESS_KEY' };
  const doctor = (await checkS3(settings)).map(({ level }) => level);
  yield { what: 'the doctor: it works and is not public', seen: doctor, expected: ['ok', 'ok'] };
  const bytes = randomBytes(10_000_000);
  await bucket.put('a', bytes);
  yield { what: '10 MB come back as they were', seen: bytes.equals(await bucket.get('a')), expected: true };
  await bucket.delete('a');
  yield { what: `${KEYS} keys in pages`, seen: await pagesOf(bucket), expected: [1000, 1000, 500] };
}

async function pagesOf(bucket: Bucket): Promise<number[]> {
  const keys = Array.from({ length: KEYS }, (_, at) => `many/${at}`);
  for (let at = 0; at < KEYS; at += AT_ONCE)
    await Promise.all(keys.slice(at, at + AT_ONCE).map((key) => bucket.put(key, Buffer.from('a'))));
  const pages: number[] = [];
  for await (const page of bucket.list('many/')) pages.push(page.keys.length);
  return pages;
}
