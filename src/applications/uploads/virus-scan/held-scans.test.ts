import { Readable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { HeldFile } from '../../store/applications/scans.ts';
import { held, type Verdict } from './clamd.ts';
import {
  createHeldScans,
  FAILURES_PER_ROUND,
  FILE_RETRY_MS,
  FILES_PER_ROUND,
  MAX_ROUND_PAUSE_MS,
  ROUND_PAUSE_MS,
  type Round,
  startScanRounds,
} from './held-scans.ts';

const CLEAN: Verdict = { scan: 'clean' };
const INFECTED: Verdict = { scan: 'infected', signature: 'Test.Virus' };

/** Creates a store of held files and a scanner with a verdict for each. `events` records the actions of a round. */
function heldFiles(ids: string[], verdicts: Record<string, Verdict> = {}) {
  const events: string[] = [];
  const log: unknown[] = [];
  const state = { files: ids.map((id): HeldFile => ({ id, storedName: id })), time: 0, isUp: true, verdicts };
  const remove = (id: string) => {
    state.files = state.files.filter((file) => file.id !== id);
  };
  const note = (fields: object) => void log.push(fields);
  const parts = {
    scans: {
      holdUnscanned: async () => 0,
      held: async () => state.files,
      markClean: async (id: string) => {
        events.push(`${id} is clean`);
        remove(id);
      },
      markInfected: async (id: string) => {
        events.push(`${id} is infected`);
        remove(id);
        return id.startsWith('sent') ? { reference: `A-${id}` } : { draftId: 'draft' };
      },
    },
    uploads: { open: async (name: string) => Readable.from([name]) },
  };
  const scanHeld = createHeldScans({
    store: parts as unknown as Parameters<typeof createHeldScans>[0]['store'],
    scanner: {
      isUp: async () => state.isUp,
      scan: async (open) => {
        let id = '';
        for await (const piece of await open()) id += piece;
        events.push(`scans ${id}`);
        return state.verdicts[id] ?? CLEAN;
      },
    },
    log: { error: note, warn: note, info: note },
    now: () => state.time,
  });
  return { state, events, log, scanHeld };
}

it('stores the verdicts of held files one after another', async () => {
  const { scanHeld, events, log } = heldFiles(['a', 'b', 'sent-c'], { b: INFECTED, 'sent-c': INFECTED });
  expect(await scanHeld()).toBe('done');
  expect(events).toEqual([
    'scans a',
    'a is clean',
    'scans b',
    'b is infected',
    'scans sent-c',
    'sent-c is infected',
  ]);
  expect(log).toEqual([{ signature: 'Test.Virus' }, { reference: 'A-sent-c', signature: 'Test.Virus' }]);
});

it('a round without a running daemon fails only if files are held', async () => {
  const { scanHeld, events, state } = heldFiles(['a']);
  state.isUp = false;
  expect(await scanHeld()).toBe('failed');
  expect(events).toEqual([]);
  state.files = [];
  expect(await scanHeld()).toBe('done');
});

it('retries an unscannable file after a delay and after other files', async () => {
  const { scanHeld, events, state } = heldFiles(['a', 'b'], {
    a: held('StreamMaxLength is too small', 'file'),
  });
  await scanHeld();
  await scanHeld();
  expect(events).toEqual(['scans a', 'scans b', 'b is clean']);
  state.time = FILE_RETRY_MS;
  state.verdicts = {};
  await scanHeld();
  expect(events.slice(3)).toEqual(['scans a', 'a is clean']);
});

it('continues with the next files after a round of daemon failures', async () => {
  const ids = Array.from({ length: FAILURES_PER_ROUND + 1 }, (_, at) => `f${at}`);
  const { scanHeld, events } = heldFiles(
    ids,
    Object.fromEntries(ids.slice(0, FAILURES_PER_ROUND).map((id) => [id, held('closed early', 'daemon')])),
  );
  expect(await scanHeld()).toBe('failed');
  expect(events).toEqual(ids.slice(0, FAILURES_PER_ROUND).map((id) => `scans ${id}`));
  expect(await scanHeld()).toBe('done');
  expect(events.at(-1)).toBe(`${ids.at(-1)} is clean`);
});

it('scans a limited number of files per round', async () => {
  const { scanHeld, events, state } = heldFiles(
    Array.from({ length: FILES_PER_ROUND + 1 }, (_, at) => `f${at}`),
  );
  await scanHeld();
  expect(state.files).toHaveLength(1);
  expect(events).toHaveLength(2 * FILES_PER_ROUND);
});

it('scans new files before retried files', async () => {
  const ids = Array.from({ length: FILES_PER_ROUND }, (_, at) => `f${at}`);
  const { scanHeld, events, state } = heldFiles(
    ids,
    Object.fromEntries(ids.map((id) => [id, held('StreamMaxLength is too small', 'file')])),
  );
  await scanHeld();
  state.time = FILE_RETRY_MS;
  state.files.push({ id: 'new', storedName: 'new' });
  await scanHeld();
  expect(events.slice(FILES_PER_ROUND, FILES_PER_ROUND + 2)).toEqual(['scans new', 'new is clean']);
});

it('startScanRounds doubles the pause while rounds fail', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const outcomes: (Round | Error)[] = [
    'done',
    'failed',
    'failed',
    'failed',
    'failed',
    'failed',
    new Error(),
    'done',
  ];
  const times: number[] = [];
  const stop = startScanRounds(
    async () => {
      times.push(Date.now());
      const outcome = outcomes[times.length - 1] ?? 'done';
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    { error: () => undefined },
  );
  while (times.length <= outcomes.length) await vi.advanceTimersByTimeAsync(1000);
  stop();
  await vi.advanceTimersByTimeAsync(2 * MAX_ROUND_PAUSE_MS);
  const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const doubled = [2, 4, 8, 16].map((factor) => factor * ROUND_PAUSE_MS);
  const maximum = [MAX_ROUND_PAUSE_MS, MAX_ROUND_PAUSE_MS];
  expect(pauses).toEqual([ROUND_PAUSE_MS, ...doubled, ...maximum, ROUND_PAUSE_MS]);
});
