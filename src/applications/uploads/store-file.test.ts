import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import { expect, it, vi } from 'vitest';
import type { Draft } from '../store/drafts/drafts.ts';
import { newScanBudget, pour, storeFile, type UploadServices, uploadClientOf } from './store-file.ts';

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
  const poured = pour(
    (async function* upload() {
      for (; read < CHUNKS; read += 1) yield CHUNK;
    })(),
    disk,
  );
  for (let turn = 0; turn < CHUNKS; turn += 1) await nextTurn();
  expect(read).toBe(0);
  const releasing = setInterval(() => release(), 0);
  expect(await poured).toMatchObject({ bytes: CHUNKS * CHUNK.length });
  clearInterval(releasing);
});

it('checks a file as one of its session, its address and its network', async () => {
  const check = vi.fn(async () => ({ ok: false, code: 'fileUnsafe' }));
  const uploads = { discard: async () => undefined };
  const services = { checkers: { check }, store: { uploads } } as unknown as UploadServices;
  const received = { name: 'a.pdf', bytes: 1, sha256: '', upload: {} } as Parameters<typeof storeFile>[2];
  const client = uploadClientOf({ ip: '2001:db8:1:234::5' }, new EventEmitter() as Response);
  const draft = { id: 'draft', session: 'session' } as Draft;
  await storeFile(services, draft, received, { client, scanBudget: newScanBudget() });
  const clients = ['session', '2001:db8:1:200::/56', '2001:db8:1::/48'];
  expect(check).toHaveBeenCalledExactlyOnceWith(expect.anything(), clients, client.signal);
});
