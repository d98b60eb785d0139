import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { HeldFile } from '../../../store/applications/scans.ts';
import { createHeldScans, HELD_AGAIN_MS, HELD_FAILURES, HELD_FILES_A_ROUND } from './held-scans.ts';
import { held, type Verdict } from './verdict.ts';

const CLEAN: Verdict = { scan: 'clean' };
const INFECTED: Verdict = { scan: 'infected', signature: 'Test.Virus' };

/** A store of held files and a scanner with a verdict for each: what comes of a round is told in words. */
function ground(ids: string[], verdicts: Record<string, Verdict> = {}) {
  const told: string[] = [];
  const log: unknown[] = [];
  const state = { files: ids.map((id): HeldFile => ({ id, storedName: id })), time: 0, isUp: true, verdicts };
  const gone = (id: string) => {
    state.files = state.files.filter((file) => file.id !== id);
  };
  const say = (fields: object) => void log.push(fields);
  const parts = {
    scans: {
      holdUnscanned: async () => 0,
      held: async () => state.files,
      markClean: async (id: string) => {
        told.push(`${id} is clean`);
        gone(id);
      },
      markInfected: async (id: string) => {
        told.push(`${id} is infected`);
        gone(id);
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
        told.push(`scans ${id}`);
        return state.verdicts[id] ?? CLEAN;
      },
    },
    log: { error: say, warn: say, info: say },
    now: () => state.time,
  });
  return { state, told, log, scanHeld };
}

it('settles what the scanner says, one file after another', async () => {
  const { scanHeld, told, log } = ground(['a', 'b', 'sent-c'], { b: INFECTED, 'sent-c': INFECTED });
  expect(await scanHeld()).toBe('done');
  expect(told).toEqual([
    'scans a',
    'a is clean',
    'scans b',
    'b is infected',
    'scans sent-c',
    'sent-c is infected',
  ]);
  expect(log).toEqual([{ signature: 'Test.Virus' }, { reference: 'A-sent-c', signature: 'Test.Virus' }]);
});

it('asks a daemon that is down for nothing', async () => {
  const { scanHeld, told, state } = ground(['a']);
  state.isUp = false;
  expect(await scanHeld()).toBe('failed');
  expect(told).toEqual([]);
  state.isUp = true;
  expect(await scanHeld()).toBe('done');
  expect(told).toEqual(['scans a', 'a is clean']);
});

it('has nothing to do where nothing is held, also when the daemon is down', async () => {
  const { scanHeld, state } = ground([]);
  state.isUp = false;
  expect(await scanHeld()).toBe('done');
});

it('lets the others go first where a file could not be scanned, and tries it again later', async () => {
  const { scanHeld, told, state } = ground(['a', 'b'], { a: held('StreamMaxLength is too small', false) });
  await scanHeld();
  await scanHeld();
  expect(told).toEqual(['scans a', 'scans b', 'b is clean']);
  state.time = HELD_AGAIN_MS;
  state.verdicts = {};
  await scanHeld();
  expect(told.slice(3)).toEqual(['scans a', 'a is clean']);
});

it('ends a round when the daemon fails again and again, and goes on with the next files in the next one', async () => {
  const ids = Array.from({ length: HELD_FAILURES + 1 }, (_, at) => `f${at}`);
  const { scanHeld, told } = ground(
    ids,
    Object.fromEntries(ids.slice(0, HELD_FAILURES).map((id) => [id, held('closed early', true)])),
  );
  expect(await scanHeld()).toBe('failed');
  expect(told).toEqual(ids.slice(0, HELD_FAILURES).map((id) => `scans ${id}`));
  expect(await scanHeld()).toBe('done');
  expect(told.at(-1)).toBe(`${ids.at(-1)} is clean`);
});

it('scans a limited number of files in one round', async () => {
  const { scanHeld, told, state } = ground(
    Array.from({ length: HELD_FILES_A_ROUND + 1 }, (_, at) => `f${at}`),
  );
  await scanHeld();
  expect(state.files).toHaveLength(1);
  expect(told).toHaveLength(2 * HELD_FILES_A_ROUND);
});
