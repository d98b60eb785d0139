import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { fakeS3ForFile } from '../../test/support/fake-s3-for-file.ts';
import { createBucket } from './bucket.ts';
import {
  answers,
  bytesOf,
  cutsRequest,
  first,
  groundOf,
  LARGE,
  QUICK,
  sha,
  silent,
} from './testing/ground.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const PATIENT = { ...QUICK, silenceMs: 20_000, callMs: 60_000 };
const fake = fakeS3ForFile();
const ground = (prefix?: string) => groundOf(fake(), prefix);

describe('a file that is sent to the store', () => {
  it('is signed with its hash, has its length, and is read by nobody else', async () => {
    const { uploads, incoming, local } = await ground('site/');
    const upload = await incoming(LARGE);
    await uploads.commit(upload);
    const [request] = fake().requests;
    expect(request).toMatchObject({
      method: 'PUT',
      url: `/plinth-test/site/${upload.storedName}`,
      headers: {
        'content-length': `${LARGE.length}`,
        'x-amz-content-sha256': sha(LARGE),
        'content-md5': createHash('md5').update(LARGE).digest('base64'),
      },
    });
    expect(request?.headers).not.toHaveProperty('x-amz-acl');
    expect(request?.headers).not.toHaveProperty('transfer-encoding');
    expect(await local()).toEqual([]);
  });

  it.each([
    ['answers 500', answers(500, 'InternalError'), 'failed'],
    ['answers 503', answers(503, 'SlowDown'), 'failed'],
    ['gets other bytes', answers(400, 'XAmzContentSHA256Mismatch'), 'failed'],
    ['cuts the line', cutsRequest, 'noAnswer'],
  ])('is sent again where the store %s, and is whole', async (_what, behaviour, result) => {
    const { uploads, incoming, results } = await ground();
    const upload = await incoming(LARGE);
    fake().behave(first(2, behaviour));
    const name = await uploads.commit(upload);
    expect(results()).toEqual([`put ${result}`, `put ${result}`, 'put ok']);
    expect(sha(await bytesOf(await uploads.open(name)))).toBe(sha(LARGE));
  });

  it.each([
    ['fails', answers(500, 'InternalError'), 3, 'S3 put: InternalError'],
    ['asks for less', answers(503, 'SlowDown'), 3, 'S3 put: SlowDown'],
    ['cuts every line', cutsRequest, 3, 'S3 put: no answer'],
    ['is silent', silent, 1, 'S3 put: no answer (took too long)'],
    ['refuses the key', answers(403, 'AccessDenied'), 1, 'S3 put: AccessDenied'],
    ['has lost its bucket', answers(404, 'NoSuchBucket'), 1, 'S3 put: NoSuchBucket'],
    ['is another server', answers(400, 'a sentence about <b>'), 1, 'S3 put: status 400'],
    ['sends the site elsewhere', answers(307, 'TemporaryRedirect'), 1, 'S3 put: redirect'],
  ])('is refused where the store %s, and leaves nothing', async (_what, behaviour, tries, reason) => {
    const { uploads, incoming, stored, local, results } = await ground();
    const upload = await incoming(LARGE);
    fake().behave(behaviour);
    await expect(uploads.commit(upload)).rejects.toMatchObject({
      kind: 'storage',
      message: expect.stringContaining(reason) as string,
    });
    expect(results()).toHaveLength(tries);
    expect(await local()).toHaveLength(1);
    await uploads.discard(upload);
    fake().behave();
    expect([...(await local()), ...(await stored())]).toEqual([]);
  });

  it('is not in memory: neither what the store has not taken yet, nor what it has', async () => {
    const [pieces, pieceBytes] = [64, 1024 * 1024];
    const kept: number[] = [];
    const content = {
      bytes: pieces * pieceBytes,
      sha256: sha(LARGE),
      md5: '',
      async *read() {
        for (let at = 0; at < pieces; at += 1) {
          collectGarbage();
          kept.push(process.memoryUsage().arrayBuffers);
          yield Buffer.alloc(pieceBytes);
        }
      },
    };
    fake().behave((request, response) => void request.resume().once('end', () => response.end()));
    await createBucket(fake().settings(), { limits: PATIENT }).put('a', content);
    expect(kept).toHaveLength(pieces);
    expect(Math.max(...kept) - (kept[0] ?? 0)).toBeLessThan(content.bytes / 4);
  });

  it('is not sent where it cannot be read', async () => {
    const { uploads, incoming, results } = await ground();
    const upload = await incoming(LARGE);
    await rm(upload.path);
    await expect(uploads.commit(upload)).rejects.toThrow('ENOENT');
    expect(results()).toEqual([]);
  });

  it('waits no longer than a call may last for a store that takes it bit by bit', async () => {
    const { uploads, incoming } = await ground();
    const upload = await incoming(LARGE);
    fake().behave((request) => {
      const timer = setInterval(() => request.read(1), 50);
      request.once('close', () => clearInterval(timer));
    });
    await expect(uploads.commit(upload)).rejects.toThrow('took too long');
    await uploads.discard(upload);
  });

  it('tells nothing of the key or the address in a failure', async () => {
    const { uploads, incoming } = await ground();
    const upload = await incoming(LARGE);
    fake().behave((request) => request.socket.destroy());
    const error = await uploads.commit(upload).catch((reason: unknown) => reason);
    expect(`${error} ${(error as Error).stack}`).not.toMatch(/S3RVER|127\.0\.0\.1|Signature/u);
    await uploads.discard(upload);
  });
});
