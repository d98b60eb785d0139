import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  type FakeClamd,
  startFakeClamd,
  VIRUS,
} from '../../../../test/support/fake-clamd.ts';
import { createScanner, DAEMON_RETRY_MS, MAX_SCANS, type OpenFile } from './scanner.ts';

const PATIENCE_MS = 20_000;
const SHORT_MS = 60;

let folder: string;
let clamd: FakeClamd;
let lines: string[];
let time: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plinth-scanner-'));
  clamd = await startFakeClamd();
  lines = [];
  time = 1000;
});
afterEach(async () => {
  await clamd.close();
  await rm(folder, { recursive: true });
});

function scannerOf(url = clamd.url) {
  const note = (fields: unknown, words?: string) => void lines.push(words ?? String(fields));
  return createScanner({ url, log: { warn: note, info: note }, now: () => time });
}

async function file(content = 'a', name = 'secret name.pdf'): Promise<OpenFile> {
  const place = path.join(folder, name);
  await writeFile(place, content);
  return () => createReadStream(place);
}

const FAILS = 'virus scan: the daemon fails, files are held';
const ANSWERS = 'virus scan: the daemon answers again';

describe('scan', () => {
  it('returns the verdict on the bytes of a file', async () => {
    const scanner = scannerOf();
    expect(await scanner.scan(await file(), PATIENCE_MS + 0.5)).toEqual({ scan: 'clean' });
    expect(await scanner.scan(await file(`a${VIRUS}`), PATIENCE_MS)).toMatchObject({ scan: 'infected' });
    clamd.behave('closes at once');
    expect(await scanner.scan(await file(), PATIENCE_MS)).toMatchObject({ scan: 'held' });
    expect(clamd.scanned.map(String)).toEqual(['a', `a${VIRUS}`]);
  });

  it('holds the file after the timeout, and closes the connection', async () => {
    clamd.behave('silent');
    const verdict = await scannerOf().scan(await file(), SHORT_MS);
    expect(verdict).toEqual({ scan: 'held', reason: 'took too long', cause: 'daemon' });
    await expect.poll(() => clamd.open()).toBe(0);
  });

  it('holds the file if its turn comes too late', async () => {
    clamd.behave('silent');
    const scanner = scannerOf();
    const place = await file();
    const others = Array.from({ length: MAX_SCANS }, () => scanner.scan(place, 4 * SHORT_MS));
    await expect.poll(() => clamd.asked()).toBe(MAX_SCANS);
    expect(await scanner.scan(place, SHORT_MS)).toMatchObject({ scan: 'held' });
    await Promise.all(others);
    expect(clamd.asked()).toBe(MAX_SCANS);
  });

  it('limits concurrent scans', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    clamd.behave({ waitsFor: promise });
    const scanner = scannerOf();
    const place = await file();
    const all = Array.from({ length: 2 * MAX_SCANS }, () => scanner.scan(place, PATIENCE_MS));
    await expect.poll(() => clamd.scanned.length).toBe(MAX_SCANS);
    expect(clamd.open()).toBe(MAX_SCANS);
    resolve();
    expect((await Promise.all(all)).map(({ scan }) => scan)).toEqual(all.map(() => 'clean'));
  });

  it.each<[string, Behaviour]>([
    ['closes early', 'closes before its answer'],
    ['sends an unknown response', { answers: 'HTTP/1.1 400 Bad Request\0' }],
    ['answers before the whole file', { answersEarly: 'stream: OK\0' }],
    ['has too small a limit', { limit: 10 }],
    ['did not scan all of it', { answers: 'stream: Heuristics.Limits.Exceeded.MaxScanSize FOUND\0' }],
  ])('holds the file if the daemon %s', async (_what, behaviour) => {
    clamd.behave(behaviour);
    expect(await scannerOf().scan(await file('x'.repeat(1_000_000)), PATIENCE_MS)).toMatchObject({
      scan: 'held',
    });
  });

  it('holds a missing file', async () => {
    const verdict = await scannerOf().scan(() => createReadStream(path.join(folder, 'gone')), PATIENCE_MS);
    expect(verdict).toEqual({ scan: 'held', reason: 'ENOENT', cause: 'file' });
  });
});

describe('failing daemon', () => {
  it('is not contacted for uploads until the retry time', async () => {
    clamd.behave('closes at once');
    const scanner = scannerOf();
    const place = await file();
    await scanner.scanUnlessFailing(place, PATIENCE_MS);
    clamd.behave('scans');
    time += DAEMON_RETRY_MS - 1;
    expect(await scanner.scanUnlessFailing(place, PATIENCE_MS)).toMatchObject({ scan: 'held' });
    expect(clamd.asked()).toBe(1);
    time += 1;
    expect(await scanner.scanUnlessFailing(place, PATIENCE_MS)).toEqual({ scan: 'clean' });
  });

  it('is logged once, and its recovery once, without file names', async () => {
    const scanner = scannerOf();
    const place = await file();
    clamd.behave('closes at once');
    for (let count = 0; count < 3; count += 1) await scanner.scan(place, PATIENCE_MS);
    clamd.behave('scans');
    await scanner.scan(place, PATIENCE_MS);
    await scanner.scan(place, PATIENCE_MS);
    expect(lines).toEqual([FAILS, ANSWERS]);
    expect(lines.join()).not.toContain('secret');
  });

  it('is up again after it answers PING', async () => {
    const scanner = scannerOf();
    expect(await scanner.isUp()).toBe(true);
    await clamd.close();
    expect(await scanner.isUp()).toBe(false);
    expect(lines).toEqual([FAILS]);
    clamd = await startFakeClamd(undefined, { port: clamd.port });
    expect(await scanner.isUp()).toBe(true);
  });
});

it('does not count an unscannable file as a failure of the daemon, and logs its reason once', async () => {
  clamd.behave({ limit: 1 });
  const scanner = scannerOf();
  const place = await file('abc');
  for (let count = 0; count < 3; count += 1) await scanner.scanUnlessFailing(place, PATIENCE_MS);
  expect(clamd.asked()).toBe(3);
  expect(lines).toEqual(['virus scan: a file could not be scanned and is held']);
});

it('holds an upload without time left for a scan', async () => {
  expect(await scannerOf().scanUnlessFailing(await file(), 0)).toMatchObject({ scan: 'held' });
  expect(clamd.asked()).toBe(0);
});
