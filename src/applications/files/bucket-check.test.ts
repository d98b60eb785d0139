import { expect, it } from 'vitest';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { freePort } from '../../../test/support/listen.ts';
import { describeError, UnavailableError } from '../../lib/failures.ts';
import { checkBucket } from './bucket.ts';
import { IMPATIENT_LIMITS, neverResponds, respondsWith } from './testing/s3-fixture.ts';

const fake = fakeS3ForFile();
const LIMITS = { ...IMPATIENT_LIMITS, attempts: 1 };

const errorOf = (changes = {}) =>
  checkBucket({ ...fake().settings(), ...changes }, LIMITS).catch((error: Error) => error);

it('accepts a usable bucket by listing one key', async () => {
  await checkBucket(fake().settings('site/'));
  const [request, ...others] = fake().requests;
  expect(request?.url).toMatch(/^\/plinth-test\/?\?(?=.*list-type=2)(?=.*max-keys=1\b)(?=.*prefix=site%2F)/u);
  expect(others).toEqual([]);
});

it('names the wrong setting for a missing bucket or an unknown access key', async () => {
  expect(await errorOf({ bucket: 'another' })).toMatchObject({
    message: 'S3_BUCKET: there is no bucket another',
  });
  expect(await errorOf({ accessKeyId: 'unknown' })).toMatchObject({
    message: expect.stringContaining('S3_ACCESS_KEY_ID') as string,
  });
});

it.each([
  [403, 'SignatureDoesNotMatch', 'S3_SECRET_ACCESS_KEY: does not match'],
  [403, 'AccessDenied', 'S3_ACCESS_KEY_ID: the key is not allowed to list plinth-test'],
  [403, 'RequestTimeTooSkewed', 'the clock of this machine'],
  [500, 'InternalError', 'S3_ENDPOINT: the server does not list the bucket (InternalError)'],
])('reports the S3 response %d %s in one line', async (status, code, message) => {
  fake().behave(respondsWith(status, code));
  const error = (await errorOf()) as Error;
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('\n');
  // The doctor adds causes.
  expect(describeError(error)).toBe(error.message);
  expect(error instanceof UnavailableError).toBe(status >= 500);
});

it('reports the setting if S3 does not respond', async () => {
  fake().behave(neverResponds);
  expect(await errorOf()).toMatchObject({
    message: expect.stringMatching(/^S3_ENDPOINT: the store does not respond/u),
  });
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  expect(await errorOf({ endpoint })).toMatchObject({ message: expect.stringContaining('ECONNREFUSED') });
  expect(await errorOf({ endpoint: undefined, region: 'nowhere.invalid' })).toMatchObject({
    message: expect.stringMatching(/^S3_REGION: the store does not respond/u),
  });
});
