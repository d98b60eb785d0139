import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serve } from '../../test/support/serve.ts';
import { createAssetGet } from './asset-get.ts';

const SILENCE_MS = 200;
const TEXT = '远山 distant mountains';

function asker() {
  const ask = createAssetGet(() => undefined, SILENCE_MS);
  const { signal } = new AbortController();
  return (url: string) => ask(new URL(url), { reach: 'any', headers: {}, signal });
}

describe('the body of a response', () => {
  it('fails if the server is silent for too long in the middle of the body', async () => {
    const answer = await asker()(await serve((_request, response) => void response.write('begin')));
    await expect(text(answer.body)).rejects.toThrow();
  });

  it('waits for a reader that is slower than the silence limit of the server', async () => {
    const answer = await asker()(await serve((_request, response) => void response.end(TEXT)));
    await wait(3 * SILENCE_MS);
    expect(await text(answer.body)).toBe(TEXT);
  });

  it.each([
    ['X-GZIP', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['of-its-own', Buffer.from(TEXT)],
  ])('decompresses a body with the encoding %s', async (encoding, sent) => {
    const url = await serve(
      (_request, response) => void response.writeHead(200, { 'Content-Encoding': encoding }).end(sent),
    );
    expect(await text((await asker()(url)).body)).toBe(TEXT);
  });

  it('fails if the body is not compressed as it says', async () => {
    const url = await serve(
      (_request, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip'),
    );
    await expect(text((await asker()(url)).body)).rejects.toThrow('incorrect header check');
  });
});

describe('connections', () => {
  it('reuses the connection for the next request', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end(TEXT);
    });
    const asked = asker();
    for (let times = 0; times < 3; times += 1) await text((await asked(url)).body);
    expect(ports.size).toBe(1);
  });

  it('replaces a connection that its server closes at the second request', async () => {
    const questions = new Map<number | undefined, number>();
    const url = await serve((request, response) => {
      const count = (questions.get(request.socket.remotePort) ?? 0) + 1;
      questions.set(request.socket.remotePort, count);
      if (count > 1) request.socket.resetAndDestroy();
      else response.end(TEXT);
    });
    const asked = asker();
    await text((await asked(url)).body);
    expect(await text((await asked(url)).body)).toBe(TEXT);
    expect([...questions.values()]).toEqual([2, 1]);
  });
});
