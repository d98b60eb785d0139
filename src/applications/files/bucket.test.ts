/** @module-tag slow */
import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Behaviour } from '../../../test/support/fake-s3.ts';
import { fakeS3ForFile } from '../../../test/support/fake-s3-for-file.ts';
import { newFileName } from '../../lib/identifiers.ts';
import { sha256Of, temporaryFolder } from '../store/testing/index.ts';
import { createBucket, type OnCall } from './bucket.ts';
import { openFileStore } from './file-store.ts';
import { IMPATIENT_LIMITS, listNames, neverResponds, respondsWith } from './testing/s3-fixture.ts';

const QUICK_LIMITS = { stallTimeoutMs: 1000, callTimeoutMs: 5000, attempts: 3 };
/** Content larger than the buffers of a connection. */
const LARGE_CONTENT = randomBytes(1024 * 1024);

const fake = fakeS3ForFile();

/** Opens a file store over the fake S3, with its own prefix and folder. */
async function fixture(prefix = `${newFileName()}/`, limits = QUICK_LIMITS) {
  const dataDir = await temporaryFolder();
  const fileStore = await openFileStore(dataDir, fake().settings(prefix), limits);
  const calls: Parameters<OnCall>[] = [];
  fileStore.observeCalls((...call) => calls.push(call));
  return {
    fileStore,
    results: () => calls.map(([operation, result]) => `${operation} ${result}`),
    local: () => readdir(path.join(dataDir, 'uploads')),
    async incoming(bytes: Buffer) {
      const upload = await fileStore.create();
      upload.stream.end(bytes);
      return upload;
    },
    stored: () => listNames(fileStore),
    /** Ignores abandoned requests of earlier tests, which may still arrive. */
    requests: () => fake().requests.filter(({ url }) => url?.includes(prefix)),
  };
}

const cutsRequest: Behaviour = (request) => void request.once('data', () => request.socket.destroy());

const ABC = Buffer.from('abc');

it('uploads an unmodified file to S3 with a signed hash', async () => {
  const { fileStore, incoming, local } = await fixture('site/');
  const name = await fileStore.commit(await incoming(LARGE_CONTENT));
  const [request] = fake().requests;
  expect(request).toMatchObject({
    method: 'PUT',
    headers: { 'content-length': `${LARGE_CONTENT.length}`, 'x-amz-content-sha256': sha256Of(LARGE_CONTENT) },
  });
  expect(request?.url).toMatch(`/plinth-test/site/${name}`);
  for (const header of ['x-amz-acl', 'transfer-encoding', 'content-encoding', 'x-amz-trailer', 'expect'])
    expect(request?.headers).not.toHaveProperty(header);
  expect(await local()).toEqual([]);
  expect(sha256Of(await buffer(await fileStore.open(name)))).toBe(sha256Of(LARGE_CONTENT));
});

it('puts the bucket name in the host name with S3_PATH_STYLE=false', async () => {
  const toLocal = (_host: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(toLocal as unknown as typeof dns.lookup);
  onTestFinished(() => lookup.mockRestore());
  fake().behave((_request, response) => response.end());
  const endpoint = `http://s3.test:${fake().port}`;
  const bucket = await createBucket({ ...fake().settings(), endpoint, pathStyle: false });
  await bucket.put('a', ABC);
  expect(fake().requests[0]).toMatchObject({
    url: '/a?x-id=PutObject',
    headers: { host: `plinth-test.s3.test:${fake().port}` },
  });
});

it('retries an upload until S3 accepts it', async () => {
  const { fileStore, incoming, results } = await fixture();
  const behaviours = [respondsWith(500, 'InternalError'), cutsRequest];
  fake().behave((request, response, pass) => (behaviours.shift() ?? pass)(request, response, pass));
  const name = await fileStore.commit(await incoming(LARGE_CONTENT));
  expect(results()).toEqual(['put ok']);
  expect(sha256Of(await buffer(await fileStore.open(name)))).toBe(sha256Of(LARGE_CONTENT));
});

it.each([
  ['fails', respondsWith(500, 'InternalError'), 3, 'failed', 'S3 put: InternalError'],
  ['refuses the key', respondsWith(403, 'AccessDenied'), 1, 'refused', 'S3 put: AccessDenied'],
  ['is not S3', respondsWith(400, 'a sentence about <b>'), 1, 'refused', 'S3 put: status 400'],
])('rejects an upload without revealing the key if S3 %s', async (_what, ...expected) => {
  const [behaviour, attempts, result, reason] = expected;
  const { fileStore, incoming, stored, local, results, requests } = await fixture();
  const upload = await incoming(LARGE_CONTENT);
  fake().behave(behaviour);
  const error = (await fileStore.commit(upload).catch((rejection: unknown) => rejection)) as Error;
  expect(error).toMatchObject({ kind: 'storage', message: expect.stringContaining(reason) as string });
  expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(
    /S3KEY|127\.0\.0\.1|Signature=/u,
  );
  expect(requests()).toHaveLength(attempts);
  expect(results()).toEqual([`put ${result}`]);
  await fileStore.discard(upload);
  fake().behave();
  expect([...(await local()), ...(await stored())]).toEqual([]);
});

it('rejects an upload if S3 is silent', async () => {
  const { fileStore, incoming, results } = await fixture(undefined, IMPATIENT_LIMITS);
  fake().behave(neverResponds);
  const error = { kind: 'storage', message: expect.stringContaining('S3 put: no response (timed out)') };
  await expect(fileStore.commit(await incoming(LARGE_CONTENT))).rejects.toMatchObject(error);
  expect(results()).toEqual(['put noAnswer']);
});

const cutsResponse: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-length': 10 });
  response.write('half', () => response.destroy());
};

const drips: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-length': 1_000_000 });
  const timer = setInterval(() => response.write('a'), 20);
  response.once('close', () => clearInterval(timer));
};

it.each([
  ['ends early', cutsResponse],
  ['takes longer than the limit of a call', drips],
])('rejects a download from S3 if its response %s', async (_what, behaviour) => {
  const { fileStore, results } = await fixture(undefined, IMPATIENT_LIMITS);
  fake().behave(behaviour);
  await expect(fileStore.open(newFileName())).rejects.toThrow('S3 get: no response');
  expect(results()).toEqual(['get noAnswer']);
});

it('reports only a missing file in S3 as ENOENT, not a missing bucket', async () => {
  const { fileStore, results } = await fixture();
  await expect(fileStore.open(newFileName())).rejects.toMatchObject({ code: 'ENOENT' });
  expect(results()).toEqual(['get missing']);
  fake().behave(respondsWith(404, 'NoSuchBucket'));
  await expect(fileStore.open(newFileName())).rejects.toMatchObject({ code: 'NoSuchBucket' });
});

it('lists all pages of files in S3', async () => {
  const { fileStore, incoming } = await fixture('paged/');
  const names: string[] = [];
  for (let count = 0; count < 5; count += 1) names.push(await fileStore.commit(await incoming(ABC)));
  const pages: string[][] = [];
  const bucket = await createBucket(fake().settings());
  for await (const { keys } of bucket.list('paged/', 2))
    pages.push(keys.map(({ key }) => key.slice('paged/'.length)));
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(pages.flat()).toEqual(names.sort());
});

it('separates sites in a bucket by prefix, even if one site has none', async () => {
  const sites = [await fixture('a/'), await fixture('ab/'), await fixture('')];
  const names: string[] = [];
  for (const { fileStore, incoming } of sites) names.push(await fileStore.commit(await incoming(ABC)));
  for (const [at, { stored }] of sites.entries()) expect(await stored()).toEqual([names[at]]);
  const [one, other] = sites;
  await expect(other?.fileStore.open(names[0] ?? '')).rejects.toMatchObject({ code: 'ENOENT' });
  await other?.fileStore.remove(names[0] ?? '');
  expect(await one?.stored()).toEqual([names[0]]);
});

const lists =
  (keys: string[], at = 0, headers = {}): Behaviour =>
  (_request, response) => {
    const entries = keys.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${new Date(at).toISOString()}</LastModified></Contents>`,
    );
    const body = `<ListBucketResult><Name>plinth-test</Name>${entries.join('')}</ListBucketResult>`;
    response.writeHead(200, headers).end(body);
  };

it('determines the age of a bucket file by the S3 clock', async () => {
  const { fileStore } = await fixture('');
  const storeNow = Date.now() + 86_400_000;
  fake().behave(lists([newFileName()], storeNow - 5000, { date: new Date(storeNow).toUTCString() }));
  expect(await listNames(fileStore, Date.now() - 60_000)).toHaveLength(0);
  expect(await listNames(fileStore, Date.now() - 1000)).toHaveLength(1);
});
