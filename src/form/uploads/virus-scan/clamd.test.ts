import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type FakeClamd, startFakeClamd, VIRUS } from '../../../../test/support/fake-clamd.ts';
import { instream, readClamdUrl, sendCommand } from './clamd.ts';
import { readVerdict } from './verdict.ts';

const PATIENCE_MS = 20_000;
const patient = () => AbortSignal.timeout(PATIENCE_MS);

/** More than the kernel buffers between two sockets. */
const LARGE = 16 * 1024 * 1024;

async function* piecesOf(...pieces: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

let clamd: FakeClamd;
let folder: string;

describe.each(['tcp', 'unix'])('clamd over %s', (kind) => {
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

  it('responds to commands', async () => {
    expect(await sendCommand(address(), 'PING')).toBe('PONG');
    expect(await sendCommand(address(), 'VERSION')).toMatch(/^ClamAV /u);
  });

  it('receives the exact bytes of a file in any number of pieces', async () => {
    const pieces = ['a', '', Buffer.alloc(100_000, 'b'), 'c\0\0\0\0d'];
    expect(await scan(piecesOf(...pieces))).toEqual({ scan: 'clean' });
    expect(clamd.scanned[0]?.equals(Buffer.concat(pieces.map((piece) => Buffer.from(piece))))).toBe(true);
  });

  it('returns the signature of a virus', async () => {
    expect(await scan(piecesOf('a', VIRUS))).toEqual({ scan: 'infected', signature: 'Test.Virus' });
  });

  it('may split its response', async () => {
    clamd.behave({ splits: ['str', 'eam: ', 'OK', '\0'] });
    expect(await scan(piecesOf('a'))).toEqual({ scan: 'clean' });
  });

  it('may respond late after the whole file', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    clamd.behave({ waitsFor: promise });
    const scanning = scan(piecesOf('a'));
    await expect.poll(() => clamd.scanned.length).toBe(1);
    resolve();
    expect(await scanning).toEqual({ scan: 'clean' });
  });

  it.each([
    ['larger than its limit', { limit: 1000 }, 'StreamMaxLength is too small'],
    ['answered before it has arrived', { answersEarly: 'stream: OK\0' }, 'answered too early'],
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
    ['sends OK without an end', { answers: 'stream: OK' }],
    ['stops within its answer', { splits: ['stream: O'] }],
  ] as const)('fails the scan if it %s', async (_what, behaviour) => {
    clamd.behave(behaviour);
    await expect(scan(piecesOf(Buffer.alloc(LARGE)))).rejects.toThrow('closed early');
  });

  it('fails the scan if it resets the connection', async () => {
    clamd.behave('resets');
    await expect(scan(piecesOf('a'))).rejects.toThrow(/closed early|unreachable/u);
  });

  it('fails the scan if its response has no end', async () => {
    clamd.behave({ answers: 'x'.repeat(5000) });
    await expect(scan(piecesOf('a'))).rejects.toThrow('unclear answer');
  });

  it.each(['silent', 'takes nothing'] as const)(
    'fails the scan when the signal aborts: it is %s',
    async (behaviour) => {
      clamd.behave(behaviour);
      const stop = new AbortController();
      const scanning = scan(piecesOf(Buffer.alloc(LARGE)), stop.signal);
      await expect.poll(() => clamd.asked()).toBe(1);
      stop.abort();
      await expect(scanning).rejects.toThrow('took too long');
    },
  );

  it('is not contacted with an aborted signal', async () => {
    await expect(scan(piecesOf('a'), AbortSignal.abort())).rejects.toThrow('took too long');
    expect(clamd.asked()).toBe(0);
  });

  it('does not hide the error of an unreadable file', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('a');
      throw Object.assign(new Error('EIO: read'), { code: 'EIO', syscall: 'read' });
    }
    await expect(scan(broken())).rejects.toThrow('EIO');
    await expect.poll(() => clamd.open()).toBe(0);
  });

  it('slows the file down to its own speed', async () => {
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

it('reports a missing daemon as unreachable', async () => {
  const gone = await startFakeClamd();
  await gone.close();
  for (const url of [gone.url, 'unix:/nowhere/clamd.sock']) {
    await expect(sendCommand(readClamdUrl(url), 'PING')).rejects.toThrow('unreachable');
  }
});

it.each([
  ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://clamav:3310', { host: 'clamav', port: 3310 }],
  ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
  ['tcp://127.0.0.1:80', { host: '127.0.0.1', port: 80 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('parses the address %s', (url, address) => {
  expect(readClamdUrl(url)).toEqual(address);
});
