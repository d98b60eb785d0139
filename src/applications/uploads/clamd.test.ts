import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeClamd, startFakeClamd, VIRUS } from '../../../test/support/fake-clamd.ts';
import { instream, readClamdUrl, readVerdict, sendCommand, type Verdict } from './clamd.ts';

async function* chunksOf(...chunks: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

let clamd: FakeClamd;
beforeEach(async () => {
  clamd = await startFakeClamd();
});
afterEach(() => clamd.close());

const address = () => readClamdUrl(clamd.url);
const scan = async (source: AsyncIterable<Buffer>) =>
  readVerdict(await instream(address(), () => source, AbortSignal.timeout(20_000)));

it('sends commands over TCP and Unix sockets', async () => {
  expect(await sendCommand(address(), 'PING')).toBe('PONG');
  const folder = await mkdtemp(path.join(tmpdir(), 'plinth-clamd-'));
  const local = await startFakeClamd(folder);
  expect(await sendCommand(readClamdUrl(local.url), 'PING')).toBe('PONG');
  await local.close();
  await rm(folder, { recursive: true });
  await expect(sendCommand(readClamdUrl(local.url), 'PING')).rejects.toThrow('unreachable');
});

it.each([
  ['tcp://[::1]:80', { host: '::1', port: 80 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('parses the daemon URL %s', (url, parsed) => {
  expect(readClamdUrl(url)).toEqual(parsed);
});

it('sends the exact bytes of a file regardless of the number of chunks', async () => {
  const chunks = ['a', '', Buffer.alloc(100_000, 'b'), 'c\0\0\0\0d'];
  expect(await scan(chunksOf(...chunks))).toEqual({ scan: 'clean' });
  expect(clamd.scanned[0]?.equals(Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))))).toBe(true);
  expect(await scan(chunksOf('a', VIRUS))).toEqual({ scan: 'infected', signature: 'Test.Virus' });
});

it.each([
  ['it exceeds the limit of the daemon', { limit: 1000 }, 'StreamMaxLength is too small'],
  ['the daemon answers before the file has arrived', { answersEarly: 'stream: OK\0' }, 'answered too early'],
] as const)('holds a file if %s', async (_what, behaviour, reason) => {
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
  ['closes the connection during the file', 'closes mid-write', 'closed early'],
  ['sends OK without a terminator', { answers: 'stream: OK' }, 'closed early'],
  ['sends an endless response', { answers: 'x'.repeat(5000) }, 'unclear answer'],
] as const)('a scan fails if the daemon %s', async (_what, behaviour, message) => {
  clamd.behave(behaviour);
  await expect(scan(chunksOf(Buffer.alloc(1024 * 1024)))).rejects.toThrow(message);
});

it('rejects with the file error if a file is unreadable', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('a');
    throw Object.assign(new Error('EIO: read'), { code: 'EIO', syscall: 'read' });
  }
  await expect(scan(broken())).rejects.toThrow('EIO');
  await expect.poll(() => clamd.openConnections()).toBe(0);
});

const heldFor = (reason: string, cause: 'daemon' | 'file' = 'file'): Verdict => ({
  scan: 'held',
  reason,
  cause,
});

it.each<[text: string, verdict: Verdict]>([
  ['stream: OK', { scan: 'clean' }],
  ['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND', heldFor('Heuristics.Limits.Exceeded.MaxFileSize')],
  ['stream: Heuristics.Encrypted.Zip FOUND', heldFor('Heuristics.Encrypted.Zip')],
  ['INSTREAM size limit exceeded. ERROR', heldFor('StreamMaxLength is too small')],
  ['', heldFor('unclear answer', 'daemon')],
  ['stream: OK\n', heldFor('unclear answer', 'daemon')],
  ['stream: a ERROR', heldFor('unclear answer', 'daemon')],
])('reads the response %j as %j', (text, verdict) => {
  expect(readVerdict({ text, isWhole: true })).toEqual(verdict);
});
