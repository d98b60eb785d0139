import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeClamd, startFakeClamd } from '../../../../test/support/fake-clamd.ts';
import { createScanner, DAEMON_RETRY_MS, MAX_SCANS } from './scanner.ts';

const PATIENCE_MS = 20_000;
const SHORT_MS = 60;
const FAILS = 'virus scan: the daemon fails, files are held';
const ANSWERS = 'virus scan: the daemon answers again';

let clamd: FakeClamd;
let lines: string[];
let time: number;

beforeEach(async () => {
  clamd = await startFakeClamd();
  lines = [];
  time = 1000;
});
afterEach(() => clamd.close());

function scannerOf() {
  const note = (fields: unknown, words?: string) => void lines.push(words ?? String(fields));
  return createScanner({ url: clamd.url, log: { warn: note, info: note }, now: () => time });
}

async function* file() {
  yield Buffer.from('abc');
}

const TOO_LATE = { scan: 'held', reason: 'took too long', cause: 'daemon' };

it('holds a file if the scan times out', async () => {
  clamd.behave('silent');
  expect(await scannerOf().scan(file, SHORT_MS + 0.5)).toEqual(TOO_LATE);
  await expect.poll(() => clamd.openConnections()).toBe(0);
});

it('holds a file that waits too long for one of the concurrent scans', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  clamd.behave({ waitsFor: promise });
  const scanner = scannerOf();
  const all = Array.from({ length: 2 * MAX_SCANS }, () => scanner.scan(file, PATIENCE_MS));
  await expect.poll(() => clamd.scanned.length).toBe(MAX_SCANS);
  expect(await scanner.scan(file, SHORT_MS)).toEqual(TOO_LATE);
  expect(clamd.openConnections()).toBe(MAX_SCANS);
  resolve();
  expect((await Promise.all(all)).map(({ scan }) => scan)).toEqual(all.map(() => 'clean'));
  expect(clamd.connections()).toBe(all.length);
});

it('holds a missing file', async () => {
  const missing = () => Promise.reject(Object.assign(new Error(), { code: 'ENOENT' }));
  const verdict = { scan: 'held', reason: 'ENOENT', cause: 'file' };
  expect(await scannerOf().scan(missing, PATIENCE_MS)).toEqual(verdict);
});

it('does not contact a failed daemon for uploads until the retry time', async () => {
  clamd.behave('closes at once');
  const scanner = scannerOf();
  expect(await scanner.scanUnlessFailing(file, PATIENCE_MS)).toMatchObject({ scan: 'held' });
  clamd.behave('scans');
  time += DAEMON_RETRY_MS - 1;
  expect(await scanner.scanUnlessFailing(file, PATIENCE_MS)).toMatchObject({ scan: 'held' });
  expect(clamd.connections()).toBe(1);
  time += 1;
  expect(await scanner.scanUnlessFailing(file, PATIENCE_MS)).toEqual({ scan: 'clean' });
});

it('logs one failure and one recovery per outage', async () => {
  const scanner = scannerOf();
  clamd.behave('closes at once');
  for (let count = 0; count < 3; count += 1) await scanner.scan(file, PATIENCE_MS);
  clamd.behave('scans');
  await scanner.scan(file, PATIENCE_MS);
  await scanner.scan(file, PATIENCE_MS);
  expect(lines).toEqual([FAILS, ANSWERS]);
});

it('reports the daemon as up if it responds to PING', async () => {
  const scanner = scannerOf();
  expect(await scanner.isUp()).toBe(true);
  await clamd.close();
  expect(await scanner.isUp()).toBe(false);
  expect(lines).toEqual([FAILS]);
  clamd = await startFakeClamd(undefined, { port: clamd.port });
  expect(await scanner.isUp()).toBe(true);
});

it('does not count an unscannable file as a daemon failure', async () => {
  clamd.behave({ limit: 1 });
  const scanner = scannerOf();
  for (let count = 0; count < 3; count += 1) await scanner.scanUnlessFailing(file, PATIENCE_MS);
  expect(clamd.connections()).toBe(3);
  expect(lines).toEqual(['virus scan: a file could not be scanned and is held']);
});

it('holds an upload if no time is left for a scan', async () => {
  expect(await scannerOf().scanUnlessFailing(file, 0)).toMatchObject({ scan: 'held' });
  expect(clamd.connections()).toBe(0);
});
