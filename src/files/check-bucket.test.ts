import { expect, it } from 'vitest';
import { fakeS3ForFile } from '../../test/support/fake-s3-for-file.ts';
import { freePort } from '../../test/support/listen.ts';
import { checkBucket } from './check-bucket.ts';
import { answers, QUICK, silent } from './testing/ground.ts';

const fake = fakeS3ForFile();

it('a bucket that can be used passes, and one key of it is asked for', async () => {
  await checkBucket(fake().settings('site/'), QUICK);
  const [request, ...others] = fake().requests;
  expect(request?.url).toMatch(/^\/plinth-test\/?\?(?=.*list-type=2)(?=.*max-keys=1\b)(?=.*prefix=site%2F)/u);
  expect(others).toEqual([]);
});

it.each([
  ['a bucket that is not there', { bucket: 'another' }, 'S3_BUCKET: there is no bucket another'],
  ['an unknown key', { accessKeyId: 'unknown' }, 'S3_ACCESS_KEY_ID'],
])('%s is named with its setting', async (_what, wrong, said) => {
  await expect(checkBucket({ ...fake().settings(), ...wrong }, QUICK)).rejects.toThrow(said);
});

it.each([
  ['a wrong secret', 403, 'SignatureDoesNotMatch', 'S3_SECRET_ACCESS_KEY: it does not belong'],
  [
    'a region that is not the bucket’s',
    400,
    'AuthorizationHeaderMalformed',
    'S3_REGION: the bucket is not in us-east-1',
  ],
  ['a bucket somewhere else', 301, 'PermanentRedirect', 'S3_REGION: the bucket is not in us-east-1'],
  [
    'a key without the right to list',
    403,
    'AccessDenied',
    'S3_ACCESS_KEY_ID: the key must not list plinth-test',
  ],
  ['a clock that is off', 403, 'RequestTimeTooSkewed', 'the clock of this machine'],
  [
    'a store that fails',
    500,
    'InternalError',
    'S3_ENDPOINT: what answers does not list the bucket (InternalError)',
  ],
  ['a server that is no store', 404, '', 'S3_ENDPOINT: what answers does not list the bucket'],
])('%s is said in one line', async (_what, status, code, said) => {
  fake().behave(answers(status, code));
  const error = await checkBucket(fake().settings(), QUICK).catch((reason: unknown) => reason);
  expect((error as Error).message).toContain(said);
  expect((error as Error).message).not.toContain('\n');
});

it('the region that the store names is passed on', async () => {
  fake().behave((_request, response) =>
    response.writeHead(301, { 'x-amz-bucket-region': 'cn-north-1' }).end(),
  );
  await expect(checkBucket(fake().settings(), QUICK)).rejects.toThrow('but in cn-north-1 (status 301)');
  fake().behave((_request, response) =>
    response
      .writeHead(400)
      .end('<Error><Code>AuthorizationHeaderMalformed</Code><Region>cn-north-1</Region></Error>'),
  );
  await expect(checkBucket(fake().settings(), QUICK)).rejects.toThrow('but in cn-north-1');
});

it('an endpoint that does not answer is reported after the time of one call', async () => {
  fake().behave(silent);
  await expect(checkBucket(fake().settings(), QUICK)).rejects.toThrow(
    'S3_ENDPOINT: the store does not answer',
  );
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  await expect(checkBucket({ ...fake().settings(), endpoint }, QUICK)).rejects.toThrow('ECONNREFUSED');
});

it('without an endpoint the region is what may be wrong', async () => {
  const { endpoint: _endpoint, ...settings } = fake().settings();
  const nowhere = { ...settings, region: 'nowhere.invalid' };
  await expect(checkBucket(nowhere, QUICK)).rejects.toThrow('S3_REGION: the store does not answer');
});
