import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { type FakeClamd, startFakeClamd, VIRUS } from '../../../test/support/fake-clamd.ts';
import { storedFile } from './checks/testing/stored-file.ts';
import { createVirusScan, DAEMON_RETRY_MS, MAX_SCANS } from './virus-scan.ts';

const PATIENCE_MS = 20_000;
const SHORT_MS = 60;
const FAILS = 'virus scan: the daemon fails, files are held';
const ANSWERS = 'virus scan: the daemon answers again';

let clamd: FakeClamd;
beforeEach(async () => {
  clamd = await startFakeClamd();
});
afterEach(() => clamd.close());

/** Creates a scanner with a store of held files, whose content is their id. `events` records what happens to them. */
function scannerOf(...held: string[]) {
  const events: string[] = [];
  const lines: unknown[] = [];
  const settle = (id: string, event: string) => {
    events.push(`${id} is ${event}`);
    held.splice(held.indexOf(id), 1);
  };
  const note = (fields: object | string, text = fields) => void lines.push(text);
  const store = {
    scans: {
      holdUnscanned: async () => 0,
      listHeldFiles: async () => held.map((id) => ({ id, storedName: id })),
      markHeld: async (id: string, reason: string) => void events.push(`${id} is held: ${reason}`),
      markClean: async (id: string) => settle(id, 'clean'),
      markInfected: async (id: string) => {
        settle(id, 'infected');
        return id.startsWith('sent') ? { reference: `A-${id}` } : { draftId: 'draft' };
      },
    },
    fileStore: { open: async (id: string) => Readable.from([Buffer.from(id)]) },
  };
  const scanner = createVirusScan({
    url: clamd.url,
    store: store as unknown as Parameters<typeof createVirusScan>[0]['store'],
    log: { error: note, warn: note, info: note },
  });
  return { ...scanner, held, events, lines };
}

const file = (content = 'abc') => storedFile(Buffer.from(content));

it('refuses an infected upload and accepts a clean upload', async () => {
  const { scanUpload, lines } = scannerOf();
  expect(await scanUpload(file(), PATIENCE_MS)).toBe('clean');
  expect(await scanUpload(file(VIRUS), PATIENCE_MS)).toBe('infected');
  expect(lines).toEqual(['virus scan: an infected file was refused']);
});

it('holds an upload if the scan times out or no time is left', async () => {
  clamd.behave('silent');
  const { scanUpload } = scannerOf();
  expect(await scanUpload(file(), 0)).toBe('held');
  expect(clamd.connections()).toBe(0);
  expect(await scanUpload(file(), SHORT_MS + 0.5)).toBe('held');
  await expect.poll(() => clamd.openConnections()).toBe(0);
});

it('holds an upload that waits too long for one of the concurrent scans', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  clamd.behave({ waitsFor: promise });
  const { scanUpload } = scannerOf();
  const all = Array.from({ length: 2 * MAX_SCANS }, () => scanUpload(file(), PATIENCE_MS));
  await expect.poll(() => clamd.scanned.length).toBe(MAX_SCANS);
  expect(await scanUpload(file(), SHORT_MS)).toBe('held');
  expect(clamd.openConnections()).toBe(MAX_SCANS);
  resolve();
  expect(await Promise.all(all)).toEqual(all.map(() => 'clean'));
});

it('does not contact a failed daemon for uploads until the retry time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  clamd.behave('closes at once');
  const { scanUpload, lines } = scannerOf();
  expect(await scanUpload(file(), PATIENCE_MS)).toBe('held');
  clamd.behave('scans');
  vi.setSystemTime(Date.now() + DAEMON_RETRY_MS - 1);
  expect(await scanUpload(file(), PATIENCE_MS)).toBe('held');
  expect(clamd.connections()).toBe(1);
  vi.setSystemTime(Date.now() + 1);
  expect(await scanUpload(file(), PATIENCE_MS)).toBe('clean');
  expect(lines).toEqual([FAILS, ANSWERS]);
});

it('stores the verdicts of held files', async () => {
  const { scanHeld, events, lines } = scannerOf('a', `b ${VIRUS}`, `sent-c ${VIRUS}`);
  await scanHeld();
  expect(events).toEqual(['a is clean', `b ${VIRUS} is infected`, `sent-c ${VIRUS} is infected`]);
  expect(lines).toEqual([
    'virus scan: an infected file was removed from a draft',
    'virus scan: a file of an application is infected',
  ]);
});

it('does not scan an unscannable file in the next round and logs its reason once', async () => {
  clamd.behave({ limit: 2 });
  const { scanHeld, events, lines, held } = scannerOf('long', 'longer');
  await scanHeld();
  clamd.behave('scans');
  held.push('c');
  await scanHeld();
  const reason = 'is held: StreamMaxLength is too small';
  expect(events).toEqual([`long ${reason}`, `longer ${reason}`, 'c is clean']);
  expect(lines).toEqual(['virus scan: a file could not be scanned and is held']);
});
