import { expect, it } from 'vitest';
import type { Behaviour } from '../../../test/support/fake-s3.ts';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { createBucket } from '../../applications/files/bucket.ts';
import { QUICK } from '../../applications/files/testing/s3-fixture.ts';
import { checkS3 } from './store.ts';

const fake = fakeS3ForFile();

const refuse =
  (isRefused: (method: string, isSigned: boolean) => boolean): Behaviour =>
  (request, response, pass) => {
    const isSigned = request.headers.authorization !== undefined;
    if (!isRefused(request.method ?? '', isSigned)) return pass();
    request
      .resume()
      .once('end', () => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'));
  };

async function results() {
  const findings = await checkS3(fake().settings('site/'), { ...QUICK, attempts: 1 });
  return findings.map(({ level, text }) => `${level} ${text}`);
}

it('the doctor does not leave a file in a private bucket', async () => {
  fake().behave(refuse((_method, isSigned) => !isSigned));
  expect(await results()).toEqual(['ok plinth-test can be written and read', 'ok the bucket is not public']);
  const bucket = await createBucket(fake().settings());
  const page = await bucket.list('site/').next();
  expect(page.value).toMatchObject({ keys: [] });
});

it('the doctor reports a public bucket', async () => {
  expect(await results()).toEqual([
    'ok plinth-test can be written and read',
    'error the bucket is public: without a key it can be listed and read',
  ]);
});

it.each([
  ['PUT', 'S3 put: AccessDenied'],
  ['DELETE', 'S3 delete: AccessDenied'],
  ['GET', 'S3_ACCESS_KEY_ID: the key is not allowed to list plinth-test'],
])('the doctor reports a key without permission to %s', async (refused, words) => {
  fake().behave(refuse((method) => method === refused));
  await expect(results()).rejects.toThrow(words);
});

it('the doctor does not call a bucket private if the store fails without a key', async () => {
  fake().behave((request, response, pass) => {
    if (request.headers.authorization !== undefined) return pass();
    request.resume().once('end', () => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'));
  });
  await expect(results()).rejects.toThrow('S3 list: SlowDown');
});

it('the doctor reports a store that returns other bytes', async () => {
  fake().behave((request, response, pass) => {
    if (request.method !== 'GET' || request.url?.includes('list-type')) return pass();
    response.end('x'.repeat(1000));
  });
  await expect(results()).rejects.toThrow('a file was read back with other bytes');
});
