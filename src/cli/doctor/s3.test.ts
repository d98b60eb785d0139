import { expect, it } from 'vitest';
import type { Behaviour } from '../../../test/support/fake-s3.ts';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { createBucket } from '../../files/bucket.ts';
import { QUICK } from '../../files/testing/ground.ts';
import { checkS3 } from './s3.ts';

const fake = fakeS3ForFile();

/** Refuses requests that this says of. */
const refuses =
  (isRefused: (method: string, isSigned: boolean) => boolean): Behaviour =>
  (request, response, pass) => {
    const isSigned = request.headers.authorization !== undefined;
    if (!isRefused(request.method ?? '', isSigned)) return pass();
    request
      .resume()
      .once('end', () => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'));
  };

async function said() {
  const findings = await checkS3(fake().settings('site/'), { ...QUICK, attempts: 1 });
  return findings.map(({ level, said }) => `${level} ${said.replaceAll(/\d+ ms/gu, 'N ms')}`);
}

it('a bucket that does all and is closed is well, and nothing is left in it', async () => {
  fake().behave(refuses((_method, isSigned) => !isSigned));
  expect(await said()).toEqual([
    'ok plinth-test: write N ms, read N ms, delete N ms',
    'ok nobody lists or reads the bucket without a key',
  ]);
  const bucket = await createBucket(fake().settings());
  const page = await bucket.list('site/').next();
  expect(page.value).toMatchObject({ keys: [] });
});

it('a public bucket is a fault', async () => {
  expect(await said()).toEqual([
    'ok plinth-test: write N ms, read N ms, delete N ms',
    'fault the bucket is public: without a key anybody lists it and reads files',
  ]);
});

it.each([
  ['PUT', 'fault write: S3 put: AccessDenied (the key needs s3:PutObject)'],
  ['DELETE', 'fault delete: S3 delete: AccessDenied (the key needs s3:DeleteObject)'],
  ['GET', 'fault S3_ACCESS_KEY_ID: the key must not list plinth-test (S3 list: AccessDenied)'],
])('a key that may not %s is a fault', async (refused, words) => {
  fake().behave(refuses((method) => method === refused));
  expect(await said()).toEqual([words]);
});

it('a store that does not answer without a key is not said to be closed', async () => {
  fake().behave((request, response, pass) => {
    if (request.headers.authorization !== undefined) return pass();
    request.resume().once('end', () => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'));
  });
  expect(await said()).toEqual(['fault S3 list: SlowDown']);
});

it('a store that gives back other bytes is a fault', async () => {
  fake().behave((request, response, pass) => {
    if (request.method !== 'GET' || request.url?.includes('list-type')) return pass();
    response.end('x'.repeat(1000));
  });
  expect(await said()).toEqual(['fault read: what was written came back altered']);
});
