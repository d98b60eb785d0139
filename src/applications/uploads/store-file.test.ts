import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { pour } from './store-file.ts';

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
