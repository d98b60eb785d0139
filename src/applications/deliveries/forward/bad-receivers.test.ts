import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { freePort } from '../../../../test/support/listen.ts';
import { rawServer } from '../../../../test/support/serve.ts';
import { createApplicationWith } from '../testing/applications.ts';
import { forwardTo, startFakeReceiver } from '../testing/fake-receiver.ts';
import type { ReadableFiles } from './application-record.ts';

const MEGABYTE = 1024 * 1024;
const smallApplication = createApplicationWith([{ content: 'a' }]);
/** An application larger than the buffers of a connection. */
const largeApplication = createApplicationWith([{ content: Buffer.alloc(10 * MEGABYTE, 7) }]);

it('retries a forward if the receiver cannot be reached', async () => {
  const url = `http://127.0.0.1:${await freePort()}/?key=hidden`;
  expect(await forwardTo(url, smallApplication)).toEqual({
    result: 'again',
    error: 'no response: ECONNREFUSED',
  });
  const { error } = await forwardTo('http://nowhere.invalid/', smallApplication, { stallTimeoutMs: 10_000 });
  expect(error).toMatch(/^no response: E(?:NOTFOUND|AI_AGAIN)$/u);
});

it('retries a forward if the receiver closes the connection during the upload', async () => {
  const { url } = await rawServer((socket) => socket.once('data', () => socket.destroy()));
  const error = expect.stringMatching(/^no response: (?:ECONNRESET|EPIPE|connection closed)$/u);
  expect(await forwardTo(url, largeApplication)).toEqual({ result: 'again', error });
});

it.each<[string, (socket: Socket) => void]>([
  ['never reads', (socket) => socket.pause()],
  ['stalls in the response headers', (socket) => socket.resume().write('HTTP/1.1 200 OK\r\nx-half: ')],
])('retries a forward after the stall timeout if the receiver %s', async (_what, onSocket) => {
  const { url, sockets } = await rawServer(onSocket);
  const failure = { result: 'again', error: 'no data moved for 0.1 s' };
  expect(await forwardTo(url, smallApplication, { stallTimeoutMs: 100 })).toEqual(failure);
  await expect.poll(() => [...sockets].every((socket) => socket.destroyed || socket.isPaused())).toBe(true);
});

it('waits longer than the stall timeout while a slow receiver drains the buffers', async () => {
  const { url } = await startFakeReceiver(async (request, response) => {
    request.pause();
    await wait(600);
    await finished(request.resume());
    response.writeHead(204).end();
  });
  const result = await forwardTo(url, largeApplication, { stallTimeoutMs: 400 });
  expect(result).toMatchObject({ result: 'delivered' });
});

it.each([
  [
    413,
    { result: 'refused', error: expect.stringMatching(/^answered 413 Payload Too Large with 5 bytes: /u) },
  ],
  [200, { result: 'again', error: 'answered 200 OK before it had received the whole application' }],
])('handles an early response of %i to a forward', async (status, expected) => {
  const { url } = await startFakeReceiver(
    (_request, response) => void response.writeHead(status).end('early'),
  );
  expect(await forwardTo(url, largeApplication)).toEqual(expected);
});

/** Creates files of ten megabytes that report each chunk and when they are closed. */
const createFiles = (onChunk: () => void, onClose = () => {}): ReadableFiles => ({
  open: async () =>
    (async function* () {
      try {
        for (let at = 0; at < 160; at += 1) {
          onChunk();
          yield Buffer.alloc(65_536, 7);
        }
      } finally {
        onClose();
      }
    })(),
});

it('keeps the status of a refusal whose body does not end', async () => {
  const { url } = await startFakeReceiver((_request, response) => void response.writeHead(422).write('half'));
  const error = expect.stringMatching(/^answered 422 Unprocessable Entity with 4 bytes: /u);
  expect(await forwardTo(url, smallApplication)).toEqual({ result: 'refused', error });
});

it('closes the stored file when a forward ends early', async () => {
  const onClose = vi.fn();
  const sent = {
    application: largeApplication.application,
    fileStore: createFiles(() => undefined, onClose),
  };
  const early = await startFakeReceiver((_request, response) => void response.writeHead(413).end('early'));
  await forwardTo(early.url, sent);
  const hanging = await rawServer((socket) => socket.pause());
  await forwardTo(hanging.url, sent, { stallTimeoutMs: 100 });
  // Each file is opened twice: it is checked, then sent.
  await expect.poll(() => onClose.mock.calls.length).toBe(4);
});

it('streams a forward with backpressure to a slow receiver', async () => {
  // The files are read once before, to check them.
  let [readBytes, streamedBytes, ahead] = [0, -30 * MEGABYTE, 0];
  const { url } = await startFakeReceiver(async (request, response) => {
    for await (const chunk of request) {
      readBytes += chunk.length;
      await wait(2);
    }
    response.end();
  });
  const fileStore = createFiles(() => {
    streamedBytes += 65_536;
    ahead = Math.max(ahead, streamedBytes - readBytes);
  });
  const { application } = largeApplication;
  const files = Array(3).fill(application.files[0]);
  const result = await forwardTo(url, { application: { ...application, files }, fileStore });
  expect(result).toEqual({ result: 'delivered' });
  expect(readBytes).toBeGreaterThan(30 * MEGABYTE);
  expect(ahead).toBeLessThan(15 * MEGABYTE);
});

it('rejects an aborted forward with the reason of its signal', async () => {
  const stop = new AbortController();
  const reason = new Error('the site is stopping');
  const { url } = await rawServer((socket) => {
    socket.pause();
    stop.abort(reason);
  });
  await expect(forwardTo(url, largeApplication, { signal: stop.signal })).rejects.toBe(reason);
});
