import { describe, expect, it } from 'vitest';
import { fakeS3ForFile } from '../../test/support/fake-s3-for-file.ts';
import { newFileName } from '../lib/identifiers.ts';
import { answers, bytesOf, cutsAnswer, first, groundOf, LARGE, QUICK, sha } from './testing/ground.ts';

const fake = fakeS3ForFile();
const ground = (prefix?: string) => groundOf(fake(), prefix);

describe('a file that is read from the store', () => {
  it.each([
    ['answers 503 first', first(2, answers(503, 'SlowDown'))],
    ['cuts the line before its answer', first(2, (request) => request.socket.destroy())],
  ])('is whole where it %s', async (_what, behaviour) => {
    const { uploads, incoming } = await ground();
    const name = await uploads.commit(await incoming(LARGE));
    fake().behave(behaviour);
    expect(sha(await bytesOf(await uploads.open(name)))).toBe(sha(LARGE));
  });

  it('fails where it ends early', async () => {
    const { uploads } = await ground();
    fake().behave(cutsAnswer);
    await expect(bytesOf(await uploads.open(newFileName()))).rejects.toThrow('S3 get: no answer');
  });

  it('fails where its length is not told', async () => {
    const { uploads } = await ground();
    fake().behave((request) => void request.socket.end('HTTP/1.1 200 OK\r\n\r\nhalf'));
    await expect(bytesOf(await uploads.open(newFileName()))).rejects.toThrow('cut short');
  });

  it('fails where the store falls silent', async () => {
    const { uploads } = await ground();
    fake().behave(
      (_request, response) => void response.writeHead(200, { 'content-length': 9 }).write('half'),
    );
    await expect(bytesOf(await uploads.open(newFileName()))).rejects.toThrow('took too long');
  });

  it('fails where the store sends a little again and again', async () => {
    const { uploads } = await ground();
    fake().behave((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      const timer = setInterval(() => response.write('a'), 20);
      response.once('close', () => clearInterval(timer));
    });
    await expect(bytesOf(await uploads.open(newFileName()))).rejects.toThrow('took too long');
  });

  it('may be read more slowly than the store may be', async () => {
    const { uploads, incoming } = await ground();
    const name = await uploads.commit(await incoming(LARGE));
    const chunks: Buffer[] = [];
    for await (const chunk of await uploads.open(name)) {
      if (chunks.length === 0) await new Promise((resolve) => setTimeout(resolve, QUICK.callMs + 500));
      chunks.push(chunk as Buffer);
    }
    expect(sha(Buffer.concat(chunks))).toBe(sha(LARGE));
  });

  it('lets the connection go where nobody reads on', async () => {
    const { uploads } = await ground();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    fake().behave((_request, response) => {
      response.once('close', resolve);
      response.writeHead(200, { 'content-length': 1_000_000 }).write('half');
    });
    (await uploads.open(newFileName())).destroy();
    await closed;
  });

  it('is missing where there is no such key', async () => {
    const { uploads, results } = await ground();
    await expect(uploads.open(newFileName())).rejects.toMatchObject({ code: 'ENOENT' });
    expect(results()).toEqual(['get missing']);
  });

  it('is not missing where the bucket is', async () => {
    const { uploads } = await ground();
    fake().behave(answers(404, 'NoSuchBucket'));
    await expect(uploads.open(newFileName())).rejects.toMatchObject({ code: 'NoSuchBucket' });
  });
});
