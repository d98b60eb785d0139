import { expect, it } from 'vitest';
import { fakeS3ForFile } from '../../test/support/fake-s3-for-file.ts';
import { freePort } from '../../test/support/listen.ts';
import { checkBucket } from './check-bucket.ts';
import { QUICK, respondsWith, silent } from './testing/s3-fixture.ts';

const fake = fakeS3ForFile();

it('accepts a usable bucket after listing one key', async () => {
  await checkBucket(fake().settings('site/'), QUICK);
  const [request, ...others] = fake().requests;
  expect(request?.url).toMatch(/^\/plinth-test\/?\?(?=.*list-type=2)(?=.*max-keys=1\b)(?=.*prefix=site%2F)/u);
  expect(others).toEqual([]);
});

it.each([
  ['a missing bucket', { bucket: 'another' }, 'S3_BUCKET: there is no bucket another'],
  ['an unknown access key', { accessKeyId: 'unknown' }, 'S3_ACCESS_KEY_ID'],
])('names the setting for %s', async (_what, wrong, said) => {
  await expect(checkBucket({ ...fake().settings(), ...wrong }, QUICK)).rejects.toThrow(said);
});

it.each([
  ['a wrong secret', 403, 'SignatureDoesNotMatch', 'S3_SECRET_ACCESS_KEY: does not match'],
  ['a wrong region', 400, 'AuthorizationHeaderMalformed', 'S3_REGION: the bucket is not in us-east-1'],
  ['a bucket in another region', 301, 'PermanentRedirect', 'S3_REGION: the bucket is not in us-east-1'],
  [
    'a key without list permission',
    403,
    'AccessDenied',
    'S3_ACCESS_KEY_ID: the key is not allowed to list plinth-test',
  ],
  ['a wrong clock', 403, 'RequestTimeTooSkewed', 'the clock of this machine'],
  [
    'a store that fails',
    500,
    'InternalError',
    'S3_ENDPOINT: the server does not list the bucket (InternalError)',
  ],
  ['a server that is not S3', 404, '', 'S3_ENDPOINT: the server does not list the bucket'],
])('reports %s in one line', async (_what, status, code, said) => {
  fake().behave(respondsWith(status, code));
  const error = await checkBucket(fake().settings(), QUICK).catch((reason: unknown) => reason);
  expect((error as Error).message).toContain(said);
  expect((error as Error).message).not.toContain('\n');
});

it('reports the region that the store names', async () => {
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

it('reports an endpoint that does not respond after the limit of one call', async () => {
  fake().behave(silent);
  await expect(checkBucket(fake().settings(), QUICK)).rejects.toThrow(
    'S3_ENDPOINT: the store does not respond',
  );
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  await expect(checkBucket({ ...fake().settings(), endpoint }, QUICK)).rejects.toThrow('ECONNREFUSED');
});

it('blames the region if no endpoint is set', async () => {
  const { endpoint: _endpoint, ...settings } = fake().settings();
  const nowhere = { ...settings, region: 'nowhere.invalid' };
  await expect(checkBucket(nowhere, QUICK)).rejects.toThrow('S3_REGION: the store does not respond');
});
