/**
 * @module-tag matrix
 */
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createLimitedServer, HTTP_LIMITS } from '../../src/http/http-limits.ts';
import { loadByUploads } from './load-uploads.ts';
import { habits, openSlowLines } from './slow-lines.ts';

const UPLOADS = { uploads: 8, fileBytes: 400_000 };
const SHORT_MS = 300;
const LARGE = Buffer.alloc(16 * 1024 * 1024);

it('uploads of many visitors at once are all kept, byte by byte, while pages are read', async () => {
  const { kept, lost, refused, meanwhile } = await loadByUploads(UPLOADS, SHORT_MS);
  expect({ kept, lost, refused, failures: meanwhile.failures }).toEqual({
    kept: UPLOADS.uploads,
    lost: 0,
    refused: 0,
    failures: 0,
  });
});

async function listening(listener: RequestListener): Promise<Server> {
  const limits = {
    ...HTTP_LIMITS,
    headersMs: SHORT_MS,
    headersCheckMs: 100,
    silenceMs: SHORT_MS,
    checkSilenceMs: SHORT_MS,
    bodyIntervalMs: SHORT_MS,
  };
  const server = createLimitedServer(listener, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

const held = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

it('lines that hold on to the site with next to nothing are ended, each kind of them', async () => {
  const server = await listening((_request, response) => response.end(LARGE));
  const lines = 2 * Object.keys(habits).length;
  const slow = openSlowLines({ port: (server.address() as AddressInfo).port, lines, dripMs: 20 });
  onTestFinished(slow.close);
  await expect.poll(() => held(server)).toBeGreaterThan(0);
  await expect.poll(() => held(server)).toBe(0);
});

it('a line that gets on with reading is not ended, however slow it is', async () => {
  const server = await listening((_request, response) => response.end(LARGE));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Altogether far longer than silence is borne.
    if (bytes % (1024 * 1024) < chunk.length)
      await new Promise((resolve) => setTimeout(resolve, SHORT_MS / 4));
  }
  expect(bytes).toBe(LARGE.length);
});
