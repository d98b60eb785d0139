import type { WriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { receiveFile } from './store-file.ts';

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
