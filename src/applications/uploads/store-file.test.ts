import { EventEmitter } from 'node:events';
import type { WriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';
import { expect, it, vi } from 'vitest';
import type { Metrics } from '../../metrics/site-metrics.ts';
import { MAX_FILE_BYTES } from '../rules/limits.ts';
import type { Draft } from '../store/drafts/drafts.ts';
import { readyDraft, submitDraft, testStore } from '../store/testing/index.ts';
import { receiveFile, storeFile, type UploadServices, uploadClientOf } from './store-file.ts';

const CHUNK = Buffer.alloc(64 * 1024);
const CHUNKS = 50;

it('reads an upload only as fast as a slow disk writes it', async () => {
  let read = 0;
  let release = () => {};
  const disk = new Writable({
    highWaterMark: CHUNK.length,
    write: (_chunk, _encoding, done) => {
      release = done;
    },
  });
  const temporary = { storedName: '', path: '', stream: disk as WriteStream };
  const received = receiveFile(
    { create: async () => temporary, discard: async () => undefined },
    (async function* chunks() {
      for (; read < CHUNKS; read += 1) yield CHUNK;
    })(),
  );
  for (let turn = 0; turn < CHUNKS; turn += 1) await nextTurn();
  expect(read).toBe(0);
  const releasing = setInterval(() => release(), 0);
  expect(await received).toMatchObject({ bytes: CHUNKS * CHUNK.length });
  clearInterval(releasing);
});

it('does not write the bytes of a file beyond the maximum size', async () => {
  let written = 0;
  const disk = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.length;
      done();
    },
  });
  const temporary = { storedName: '', path: '', stream: disk as WriteStream };
  const chunks = Math.ceil(MAX_FILE_BYTES / CHUNK.length) + 10;
  const received = await receiveFile(
    { create: async () => temporary, discard: async () => undefined },
    (async function* allChunks() {
      for (let sent = 0; sent < chunks; sent += 1) yield CHUNK;
    })(),
  );
  expect(received.bytes).toBe(chunks * CHUNK.length);
  expect(written).toBeLessThanOrEqual(MAX_FILE_BYTES);
});

it('checks a file as one of its session, its address and its network', async () => {
  const check = vi.fn(async () => ({ ok: false, code: 'fileUnsafe' }));
  const fileStore = { discard: async () => undefined };
  const services = { checkers: { check }, store: { fileStore } } as unknown as UploadServices;
  const received = { bytes: 1, sha256: '', temporary: {} } as Parameters<typeof storeFile>[3];
  const client = uploadClientOf({ ip: '2001:db8:1:234::5' }, new EventEmitter() as Response);
  const draft = { id: 'draft', session: 'session' } as Draft;
  await storeFile(services, draft, 'a.pdf', received, {
    client,
    uploadId: 'upload',
  });
  const clients = ['session', '2001:db8:1:200::/56', '2001:db8:1::/48'];
  expect(check).toHaveBeenCalledExactlyOnceWith(expect.anything(), clients, client.signal);
});

/** Creates a draft in a store, and services that accept every file as a PNG. */
async function setUp() {
  const store = await testStore();
  const draft = await readyDraft(store);
  const scanUpload = vi.fn(async (_path: string, _maxWaitMs: number) => 'clean' as const);
  const services = {
    store,
    checkers: { check: async () => ({ ok: true as const, type: 'image/png' }) },
    virusScan: { scanUpload },
    metrics: { uploads: { inc: () => undefined } } as unknown as Metrics,
    quotas: { of: () => [] },
  };
  const receive = () =>
    receiveFile(
      store.fileStore,
      (async function* chunks() {
        yield CHUNK;
      })(),
    );
  const client = { ip: undefined, addresses: [], signal: new AbortController().signal, scanWaitMs: 1000 };
  return { store, draft, services, scanUpload, receive, options: { client } };
}

it('a file whose draft was sent meanwhile has the extension of its content, but no id', async () => {
  const { store, draft, services, receive, options } = await setUp();
  await submitDraft(store, { draft });
  const received = await receive();
  const result = await storeFile(services, draft, 'scan.jpg', received, options);
  expect(result).toEqual({ file: expect.objectContaining({ name: 'scan.png', sha256: received.sha256 }) });
  expect(result).not.toHaveProperty('file.id');
});

it('the files of one request share the time in which they wait for the scanner', async () => {
  const { draft, services, scanUpload, receive, options } = await setUp();
  scanUpload.mockImplementation(() => wait(50, 'clean' as const));
  for (const name of ['a.png', 'b.png']) await storeFile(services, draft, name, await receive(), options);
  const [first = 0, second = 0] = scanUpload.mock.calls.map(([, maxWaitMs]) => maxWaitMs);
  expect(first - second).toBeGreaterThanOrEqual(49);
});
