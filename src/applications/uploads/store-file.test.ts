import type { WriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Metrics } from '../../metrics/site-metrics.ts';
import { readyDraft, submitDraft, testStore } from '../store/testing/index.ts';
import { newScanBudget, receiveFile, storeFile } from './store-file.ts';

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
  const upload = { storedName: '', path: '', stream: disk as WriteStream };
  const received = receiveFile(
    { create: async () => upload, discard: async () => undefined },
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

it('a file whose draft was sent meanwhile has the extension of its content, but no id', async () => {
  const store = await testStore();
  const draft = await readyDraft(store);
  await submitDraft(store, { draft });
  const received = await receiveFile(
    store.uploads,
    (async function* chunks() {
      yield CHUNK;
    })(),
  );
  const services = {
    store,
    checkers: { check: async () => ({ ok: true as const, type: 'image/png' }) },
    virusScan: { scanUpload: async () => 'clean' as const },
    metrics: { uploads: { inc: () => undefined } } as unknown as Metrics,
    quotas: { of: () => [] },
  };
  const client = { ip: undefined, addresses: [], signal: new AbortController().signal };
  const options = { client, scanBudget: newScanBudget() };
  const result = await storeFile(services, draft, 'scan.jpg', received, options);
  expect(result).toEqual({ file: expect.objectContaining({ name: 'scan.png', sha256: received.sha256 }) });
  expect(result).not.toHaveProperty('file.id');
});
