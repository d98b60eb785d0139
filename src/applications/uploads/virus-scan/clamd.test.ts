import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeClamd, startFakeClamd, VIRUS } from '../../../../test/support/fake-clamd.ts';
import { instream, readClamdUrl, readVerdict, sendCommand } from './clamd.ts';

/** More than the kernel buffers between two sockets. */
const LARGE = 16 * 1024 * 1024;

async function* piecesOf(...pieces: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

let clamd: FakeClamd;
beforeEach(async () => {
  clamd = await startFakeClamd();
});
afterEach(() => clamd.close());

const address = () => readClamdUrl(clamd.url);
const scan = async (source: AsyncIterable<Buffer>, signal = AbortSignal.timeout(20_000)) =>
  readVerdict(await instream(address(), source, signal));

it('sends commands over TCP and a socket file', async () => {
  expect(await sendCommand(address(), 'PING')).toBe('PONG');
  const folder = await mkdtemp(path.join(tmpdir(), 'plinth-clamd-'));
  const local = await startFakeClamd(folder);
  expect(await sendCommand(readClamdUrl(local.url), 'PING')).toBe('PONG');
  await local.close();
  await rm(folder, { recursive: true });
  await expect(sendCommand(readClamdUrl(local.url), 'PING')).rejects.toThrow('unreachable');
});

it.each([
  ['tcp://clamav:3310', { host: 'clamav', port: 3310 }],
  ['tcp://[::1]:80', { host: '::1', port: 80 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('parses the address %s', (url, parsed) => {
  expect(readClamdUrl(url)).toEqual(parsed);
});

describe('a scan', () => {
  it('sends the exact bytes of a file in any number of pieces', async () => {
    const pieces = ['a', '', Buffer.alloc(100_000, 'b'), 'c\0\0\0\0d'];
    expect(await scan(piecesOf(...pieces))).toEqual({ scan: 'clean' });
    expect(clamd.scanned[0]?.equals(Buffer.concat(pieces.map((piece) => Buffer.from(piece))))).toBe(true);
    expect(await scan(piecesOf('a', VIRUS))).toEqual({ scan: 'infected', signature: 'Test.Virus' });
  });

  it('reads a response in pieces that comes late', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    clamd.behave({ waitsFor: promise });
    const scanning = scan(piecesOf('a'));
    await expect.poll(() => clamd.scanned.length).toBe(1);
    resolve();
    expect(await scanning).toEqual({ scan: 'clean' });
    clamd.behave({ splits: ['str', 'eam: ', 'OK', '\0'] });
    expect(await scan(piecesOf('a'))).toEqual({ scan: 'clean' });
  });

  it.each([
    ['larger than the limit of the daemon', { limit: 1000 }, 'StreamMaxLength is too small'],
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
    ['closes mid-write', 'closes mid-write', 'closed early'],
    ['closes before its answer', 'closes before its answer', 'closed early'],
    ['sends OK without an end', { answers: 'stream: OK' }, 'closed early'],
    ['resets the connection', 'resets', /closed early|unreachable/u],
    ['sends a response without end', { answers: 'x'.repeat(5000) }, 'unclear answer'],
  ] as const)('fails if the daemon %s', async (_what, behaviour, message) => {
    clamd.behave(behaviour);
    await expect(scan(piecesOf(Buffer.alloc(1024 * 1024)))).rejects.toThrow(message);
  });

  it.each(['silent', 'takes nothing'] as const)(
    'fails when its signal aborts, and reads no more of the file than a daemon that is %s',
    async (behaviour) => {
      clamd.behave(behaviour);
      let bytes = 0;
      async function* counted() {
        for (; bytes < LARGE; bytes += 65_536) yield Buffer.alloc(65_536);
      }
      const stop = new AbortController();
      const scanning = scan(counted(), stop.signal);
      await expect.poll(() => clamd.connections()).toBe(1);
      stop.abort();
      await expect(scanning).rejects.toThrow('took too long');
      if (behaviour === 'takes nothing') expect(bytes).toBeLessThan(LARGE);
    },
  );

  it('does not contact the daemon with an aborted signal', async () => {
    await expect(scan(piecesOf('a'), AbortSignal.abort())).rejects.toThrow('took too long');
    expect(clamd.connections()).toBe(0);
  });

  it('does not hide the error of an unreadable file, and closes the connection', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('a');
      throw Object.assign(new Error('EIO: read'), { code: 'EIO', syscall: 'read' });
    }
    await expect(scan(broken())).rejects.toThrow('EIO');
    await expect.poll(() => clamd.openConnections()).toBe(0);
  });
});
