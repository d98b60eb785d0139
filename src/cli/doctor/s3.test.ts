import { expect, it } from 'vitest';
import type { Behaviour } from '../../../test/support/fake-s3.ts';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { createBucket } from '../../files/bucket.ts';
import { QUICK } from '../../files/testing/s3-fixture.ts';
import { checkS3 } from './s3.ts';

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
  return findings.map(({ level, text }) => `${level} ${text.replaceAll(/\d+ ms/gu, 'N ms')}`);
}

it('the doctor accepts a private bucket and leaves no file in it', async () => {
  fake().behave(refuse((_method, isSigned) => !isSigned));
  expect(await results()).toEqual([
    'ok plinth-test: write N ms, read N ms, delete N ms',
    'ok the bucket is not public',
  ]);
  const bucket = await createBucket(fake().settings());
  const page = await bucket.list('site/').next();
  expect(page.value).toMatchObject({ keys: [] });
});

it('the doctor reports a public bucket', async () => {
  expect(await results()).toEqual([
    'ok plinth-test: write N ms, read N ms, delete N ms',
    'error the bucket is public: without a key it can be listed and read',
  ]);
});

it.each([
  ['PUT', 'error write: S3 put: AccessDenied (the key needs s3:PutObject)'],
  ['DELETE', 'error delete: S3 delete: AccessDenied (the key needs s3:DeleteObject)'],
  ['GET', 'error S3_ACCESS_KEY_ID: the key is not allowed to list plinth-test (S3 list: AccessDenied)'],
])('the doctor reports a key without permission to %s', async (refused, words) => {
  fake().behave(refuse((method) => method === refused));
  expect(await results()).toEqual([words]);
});

it('the doctor does not call a bucket private if the store fails without a key', async () => {
  fake().behave((request, response, pass) => {
    if (request.headers.authorization !== undefined) return pass();
    request.resume().once('end', () => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'));
  });
  expect(await results()).toEqual(['error S3 list: SlowDown']);
});

it('the doctor reports a store that returns other bytes', async () => {
  fake().behave((request, response, pass) => {
    if (request.method !== 'GET' || request.url?.includes('list-type')) return pass();
    response.end('x'.repeat(1000));
  });
  expect(await results()).toEqual(['error read: the file was read back with other bytes']);
});
