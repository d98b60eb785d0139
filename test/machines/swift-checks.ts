import { randomBytes } from 'node:crypto';
import { checkS3, contentOf } from '../../src/cli/doctor/s3.ts';
import { type Bucket, createBucket } from '../../src/s3/bucket.ts';
import { checkBucket } from '../../src/s3/check-bucket.ts';
import type { S3Settings } from '../../src/store-settings.ts';

const KEYS = 2500;
const AT_ONCE = 20;

export type Check = { what: string; seen: unknown; expected: unknown };

/** How a store says that it got other bytes; versions differ. */
const OTHER_BYTES = ['BadDigest', 'XAmzContentSHA256Mismatch'];

async function* half(): AsyncGenerator<Buffer> {
  yield randomBytes(50_000);
  throw new Error('cut');
}

const wordOf = (step: Promise<unknown>): Promise<string> =>
  step.then(
    () => 'done',
    (error: Error & { code?: string }) => error.code ?? error.message,
  );

/** What a fake store forgives and a real one must not. */
export async function* swiftChecks(settings: S3Settings): AsyncGenerator<Check> {
  const bucket = createBucket(settings);
  const [sent, other] = [contentOf(randomBytes(100_000)), contentOf(randomBytes(100_000))];
  const put = (key: string, content: Partial<typeof sent>) =>
    wordOf(bucket.put(key, { ...sent, ...content }));
  const refused = async (content: Partial<typeof sent>) => OTHER_BYTES.includes(await put('a', content));
  yield {
    what: 'other bytes than the SHA-256 says are refused',
    seen: await refused({ sha256: other.sha256 }),
    expected: true,
  };
  yield {
    what: 'other bytes than the MD5 says are refused',
    seen: await refused({ md5: other.md5 }),
    expected: true,
  };
  yield { what: 'a body that ends half-way', seen: await put('a', { read: half }), expected: 'cut' };
  yield { what: 'nothing stands under that key', seen: await wordOf(bucket.get('a')), expected: 'ENOENT' };
  yield { what: 'the right bytes', seen: await put('a', {}), expected: 'done' };
  await bucket.delete('a');
  const secret = wordOf(checkBucket({ ...settings, secretAccessKey: 'wrong' }));
  yield { what: 'a wrong secret', seen: (await secret).split(':')[0], expected: 'S3_SECRET_ACCESS_KEY' };
  const doctor = (await checkS3(settings)).map(({ level }) => level);
  yield { what: 'the doctor: it works and is not public', seen: doctor, expected: ['ok', 'ok'] };
  yield { what: `${KEYS} keys in pages`, seen: await pagesOf(bucket), expected: [1000, 1000, 500] };
}

async function pagesOf(bucket: Bucket): Promise<number[]> {
  const content = contentOf(Buffer.from('a'));
  const keys = Array.from({ length: KEYS }, (_, at) => `many/${at}`);
  for (let at = 0; at < KEYS; at += AT_ONCE)
    await Promise.all(keys.slice(at, at + AT_ONCE).map((key) => bucket.put(key, content)));
  const pages: number[] = [];
  for await (const page of bucket.list('many/')) pages.push(page.keys.length);
  return pages;
}
