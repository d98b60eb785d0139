import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type FakeClamd, startFakeClamd, VIRUS } from '../../../../test/support/fake-clamd.ts';
import { ask, instream, readClamdUrl } from './clamd.ts';
import { readVerdict } from './verdict.ts';

const PATIENCE_MS = 20_000;
const patient = () => AbortSignal.timeout(PATIENCE_MS);

/** Larger than what the kernel buffers between two sockets. */
const LARGE = 16 * 1024 * 1024;

async function* piecesOf(...pieces: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

let clamd: FakeClamd;
let folder: string;

describe.each(['tcp', 'unix'])('a daemon over %s', (kind) => {
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plinth-clamd-'));
    clamd = await startFakeClamd(kind === 'unix' ? folder : undefined);
  });
  afterEach(async () => {
    await clamd.close();
    await rm(folder, { recursive: true });
  });

  const address = () => readClamdUrl(clamd.url);
  const scan = async (source: AsyncIterable<Buffer>, signal = patient()) =>
    readVerdict(await instream(address(), source, signal));

  it('answers a command', async () => {
    expect(await ask(address(), 'PING', patient())).toBe('PONG');
    expect(await ask(address(), 'VERSION', patient())).toMatch(/^ClamAV /u);
  });

  it('gets the bytes of a file as they are, in however many pieces', async () => {
    const pieces = ['a', '', Buffer.alloc(100_000, 'b'), 'c\0\0\0\0d'];
    expect(await scan(piecesOf(...pieces))).toEqual({ scan: 'clean' });
    expect(clamd.scanned[0]?.equals(Buffer.concat(pieces.map((piece) => Buffer.from(piece))))).toBe(true);
  });

  it('names what it found', async () => {
    expect(await scan(piecesOf('a', VIRUS))).toEqual({ scan: 'infected', signature: 'Test.Virus' });
  });

  it('is understood when its answer comes in pieces', async () => {
    clamd.behave({ splits: ['str', 'eam: ', 'OK', '\0'] });
    expect(await scan(piecesOf('a'))).toEqual({ scan: 'clean' });
  });

  it('is waited for while the next piece of the file is not there', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    clamd.behave({ waitsFor: promise });
    const scanning = scan(piecesOf('a'));
    await expect.poll(() => clamd.scanned.length).toBe(1);
    resolve();
    expect(await scanning).toEqual({ scan: 'clean' });
  });

  it.each([
    ['too large for it', { limit: 1000 }, 'StreamMaxLength is too small'],
    ['answered before it has come', { answersEarly: 'stream: OK\0' }, 'answered too early'],
  ] as const)('holds a file that is %s', async (_what, behaviour, reason) => {
    clamd.behave(behaviour);
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* endless() {
      yield Buffer.alloc(2000);
      await promise;
    }
    expect(await scan(endless())).toMatchObject({ scan: 'held', reason });
    resolve();
  });

  it.each([
    ['closes at once', 'closes at once'],
    ['closes mid-write', 'closes mid-write'],
    ['closes before its answer', 'closes before its answer'],
    ['answers nothing', { answers: '' }],
    ['says OK and no end', { answers: 'stream: OK' }],
    ['stops within its answer', { splits: ['stream: O'] }],
  ] as const)('that %s is a failure', async (_what, behaviour) => {
    clamd.behave(behaviour);
    await expect(scan(piecesOf(Buffer.alloc(LARGE)))).rejects.toThrow('closed early');
  });

  it('that ends the connection by force is a failure', async () => {
    clamd.behave('resets');
    await expect(scan(piecesOf('a'))).rejects.toThrow(/closed early|unreachable/u);
  });

  it('that never ends its answer is a failure', async () => {
    clamd.behave({ answers: 'x'.repeat(5000) });
    await expect(scan(piecesOf('a'))).rejects.toThrow('unclear answer');
  });

  it.each(['silent', 'takes nothing'] as const)(
    'that is %s is left when the time is over',
    async (behaviour) => {
      clamd.behave(behaviour);
      const stop = new AbortController();
      const scanning = scan(piecesOf(Buffer.alloc(LARGE)), stop.signal);
      await expect.poll(() => clamd.asked()).toBe(1);
      stop.abort();
      await expect(scanning).rejects.toThrow('took too long');
    },
  );

  it('is not asked when there is no time', async () => {
    await expect(scan(piecesOf('a'), AbortSignal.abort())).rejects.toThrow('took too long');
    expect(clamd.asked()).toBe(0);
  });

  it('passes on that the file could not be read', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('a');
      throw Object.assign(new Error('EIO: read'), { code: 'EIO', syscall: 'read' });
    }
    await expect(scan(broken())).rejects.toThrow('EIO');
    await expect.poll(() => clamd.open()).toBe(0);
  });

  it('takes a file no faster than it reads', async () => {
    clamd.behave('takes nothing');
    let given = 0;
    async function* counted() {
      for (; given < LARGE; given += 65_536) yield Buffer.alloc(65_536);
    }
    const stop = new AbortController();
    const scanning = scan(counted(), stop.signal);
    onTestFinished(() => stop.abort());
    const before = async () => {
      const seen = given;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return given - seen;
    };
    await expect.poll(() => given).toBeGreaterThan(0);
    await expect.poll(before).toBe(0);
    expect(given).toBeLessThan(LARGE);
    stop.abort();
    await expect(scanning).rejects.toThrow('took too long');
  });
});

it('a daemon that is not there is unreachable', async () => {
  const gone = await startFakeClamd();
  await gone.close();
  for (const url of [gone.url, 'unix:/nowhere/clamd.sock']) {
    await expect(ask(readClamdUrl(url), 'PING', patient())).rejects.toThrow('unreachable');
  }
});
