import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../test/support/fake-s3.ts';
import { fakeS3ForFile } from '../../test/support/fake-s3-for-file.ts';
import { newFileName } from '../lib/identifiers.ts';
import { createBucket } from './bucket.ts';
import {
  bytesOf,
  cutsRequest,
  cutsResponse,
  first,
  LARGE,
  respondsWith,
  s3Fixture,
  sha,
  silent,
} from './testing/s3-fixture.ts';

const fake = fakeS3ForFile();
const fixture = (prefix?: string) => s3Fixture(fake(), prefix);

describe('commit', () => {
  it('sends the unmodified file with a signed hash', async () => {
    const { uploads, incoming, local } = await fixture('site/');
    const upload = await incoming(LARGE);
    const name = await uploads.commit(upload);
    const [request] = fake().requests;
    expect(request).toMatchObject({
      method: 'PUT',
      headers: { 'content-length': `${LARGE.length}`, 'x-amz-content-sha256': sha(LARGE) },
    });
    expect(request?.url).toMatch(`/plinth-test/site/${name}`);
    for (const header of ['x-amz-acl', 'transfer-encoding', 'content-encoding', 'x-amz-trailer', 'expect'])
      expect(request?.headers).not.toHaveProperty(header);
    expect(await local()).toEqual([]);
    expect(sha(await bytesOf(await uploads.open(name)))).toBe(sha(LARGE));
  });

  it.each([
    ['returns 500', respondsWith(500, 'InternalError')],
    ['returns 503', respondsWith(503, 'SlowDown')],
    ['closes the connection', cutsRequest],
    ['is silent', silent],
  ])('retries if the store %s', async (_what, behaviour) => {
    const { uploads, incoming, results } = await fixture();
    const upload = await incoming(LARGE);
    fake().behave(first(2, behaviour));
    const name = await uploads.commit(upload);
    expect(results()).toEqual(['put ok']);
    expect(sha(await bytesOf(await uploads.open(name)))).toBe(sha(LARGE));
  });

  it.each([
    ['fails', respondsWith(500, 'InternalError'), 3, 'failed', 'S3 put: InternalError'],
    ['throttles', respondsWith(503, 'SlowDown'), 3, 'failed', 'S3 put: SlowDown'],
    ['closes each connection', cutsRequest, 3, 'noAnswer', 'S3 put: no response'],
    ['is silent', silent, 3, 'noAnswer', 'S3 put: no response (timed out)'],
    ['refuses the key', respondsWith(403, 'AccessDenied'), 1, 'refused', 'S3 put: AccessDenied'],
    ['has lost its bucket', respondsWith(404, 'NoSuchBucket'), 1, 'refused', 'S3 put: NoSuchBucket'],
    ['is not S3', respondsWith(400, 'a sentence about <b>'), 1, 'refused', 'S3 put: status 400'],
    ['redirects', respondsWith(307, 'TemporaryRedirect'), 1, 'refused', 'S3 put: TemporaryRedirect'],
  ])('rejects and leaves no file if the store %s', async (_what, behaviour, attempts, result, reason) => {
    const { uploads, incoming, stored, local, results } = await fixture();
    const upload = await incoming(LARGE);
    fake().behave(behaviour);
    await expect(uploads.commit(upload)).rejects.toMatchObject({
      kind: 'storage',
      message: expect.stringContaining(reason) as string,
    });
    expect(fake().requests).toHaveLength(attempts);
    expect(results()).toEqual([`put ${result}`]);
    await uploads.discard(upload);
    fake().behave();
    expect([...(await local()), ...(await stored())]).toEqual([]);
  });

  it('rejects after the call limit if the store reads byte by byte', async () => {
    const { uploads, incoming } = await fixture();
    const upload = await incoming(LARGE);
    fake().behave((request) => {
      const timer = setInterval(() => request.read(1), 50);
      request.once('close', () => clearInterval(timer));
    });
    await expect(uploads.commit(upload)).rejects.toThrow('timed out');
    await uploads.discard(upload);
  });

  it.each([
    ['no response', (request) => void request.socket.destroy()],
    ['a refusal', respondsWith(403, 'SignatureDoesNotMatch')],
  ] as [string, Behaviour][])('%s reveals neither key nor address', async (_what, behaviour) => {
    const { uploads, incoming } = await fixture();
    const upload = await incoming(LARGE);
    fake().behave(behaviour);
    const error = (await uploads.commit(upload).catch((reason: unknown) => reason)) as Error;
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(
      /S3KEY|127\.0\.0\.1|Signature=/u,
    );
    await uploads.discard(upload);
  });
});

describe('open', () => {
  it.each([
    ['ends early', cutsResponse],
    [
      'falls silent',
      (_request, response) => void response.writeHead(200, { 'content-length': 9 }).write('half'),
    ],
    [
      'drips',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 1_000_000 });
        const timer = setInterval(() => response.write('a'), 20);
        response.once('close', () => clearInterval(timer));
      },
    ],
  ] as [string, Behaviour][])('rejects if the response %s', async (_what, behaviour) => {
    const { uploads, results } = await fixture();
    fake().behave(behaviour);
    await expect(uploads.open(newFileName())).rejects.toThrow('S3 get: no response');
    expect(results()).toEqual(['get noAnswer']);
  });

  it('rejects with ENOENT if there is no such key', async () => {
    const { uploads, results } = await fixture();
    await expect(uploads.open(newFileName())).rejects.toMatchObject({ code: 'ENOENT' });
    expect(results()).toEqual(['get missing']);
  });

  it('does not report a missing bucket as a missing file', async () => {
    const { uploads } = await fixture();
    fake().behave(respondsWith(404, 'NoSuchBucket'));
    await expect(uploads.open(newFileName())).rejects.toMatchObject({ code: 'NoSuchBucket' });
  });
});

describe('remove', () => {
  it('succeeds if the file does not exist', async () => {
    const { uploads } = await fixture();
    fake().behave(respondsWith(404, 'NoSuchKey'));
    await uploads.remove(newFileName());
  });

  it('rejects if the store refuses', async () => {
    const { uploads } = await fixture();
    fake().behave(respondsWith(403, 'AccessDenied'));
    await expect(uploads.remove(newFileName())).rejects.toThrow('AccessDenied');
  });
});

describe('unchangedSince', () => {
  it('lists all pages', async () => {
    const { uploads, incoming } = await fixture('paged/');
    const names: string[] = [];
    for (let count = 0; count < 5; count += 1)
      names.push(await uploads.commit(await incoming(Buffer.from('abc'))));
    const pages: string[][] = [];
    const bucket = await createBucket(fake().settings());
    for await (const { keys } of bucket.list('paged/', 2))
      pages.push(keys.map(({ key }) => key.slice('paged/'.length)));
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(names.sort());
  });

  it('separates sites by prefix, even if one has none', async () => {
    const sites = [await fixture('a/'), await fixture('ab/'), await fixture('')];
    const names = await Promise.all(
      sites.map(async ({ uploads, incoming }) => uploads.commit(await incoming(Buffer.from('abc')))),
    );
    expect(await Promise.all(sites.map(({ stored }) => stored()))).toEqual(names.map((name) => [name]));
    const [one, other] = sites;
    await expect(other?.uploads.open(names[0] ?? '')).rejects.toMatchObject({ code: 'ENOENT' });
    await other?.uploads.remove(names[0] ?? '');
    expect(await one?.stored()).toEqual([names[0]]);
  });

  const lists =
    (contents: string, headers = {}): Behaviour =>
    (_request, response) =>
      response
        .writeHead(200, headers)
        .end(`<ListBucketResult><Name>plinth-test</Name>${contents}</ListBucketResult>`);
  const listed = (key: string, at: number) =>
    `<Contents><Key>${key}</Key><LastModified>${new Date(at).toISOString()}</LastModified></Contents>`;

  it('skips keys that are not stored names', async () => {
    const { stored } = await fixture('p/');
    const name = newFileName();
    fake().behave(lists(['p/', `p/${name}`, 'p/&amp;.pdf', 'p/x'].map((key) => listed(key, 0)).join('')));
    expect(await stored()).toEqual([name]);
  });

  it('uses the clock of the store', async () => {
    const { uploads } = await fixture('');
    const storeNow = Date.now() + 86_400_000;
    fake().behave(lists(listed(newFileName(), storeNow - 5000), { date: new Date(storeNow).toUTCString() }));
    const unchanged = async (ago: number) => {
      let count = 0;
      for await (const page of uploads.unchangedSince(Date.now() - ago)) count += page.length;
      return count;
    };
    expect(await unchanged(60_000)).toBe(0);
    expect(await unchanged(1000)).toBe(1);
  });

  it.each([['hello'], ['<html><body>Welcome</body></html>'], ['']])(
    'rejects if the response is %j',
    async (text) => {
      const { stored } = await fixture();
      fake().behave((_request, response) => response.end(text));
      await expect(stored()).rejects.toThrow('S3 list');
    },
  );
});
