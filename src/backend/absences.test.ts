import { describe, expect, it } from 'vitest';
import { createAbsences, MAX_ABSENCE_CHARACTERS, MAX_ABSENCES } from './absences.ts';

const FOR_MS = 1000;
const LONG_KEY = 8000;

describe('what the backend does not have', () => {
  it('is remembered for a while, each key for itself', () => {
    let clock = 0;
    const absences = createAbsences(FOR_MS, () => clock);
    absences.note('a');
    expect([absences.has('a'), absences.has('b')]).toEqual([true, false]);
    clock = FOR_MS - 1;
    absences.note('b');
    clock = FOR_MS;
    expect([absences.has('a'), absences.has('b')]).toEqual([false, true]);
    absences.forget('b');
    expect(absences.has('b')).toBe(false);
  });

  it('is not remembered where answers are not kept', () => {
    const absences = createAbsences(0, () => 0);
    absences.note('a');
    expect(absences.has('a')).toBe(false);
  });

  it('takes no more than its place, however many keys are made up and however long they are', () => {
    const absences = createAbsences(FOR_MS, () => 0);
    for (let made = 0; made < 2 * MAX_ABSENCES; made += 1) absences.note(`${made}`);
    expect(absences.count()).toBe(MAX_ABSENCES);
    for (let made = 0; made < 1000; made += 1) absences.note(`${'x'.repeat(LONG_KEY)}${made}`);
    expect(absences.count()).toBeLessThanOrEqual(MAX_ABSENCE_CHARACTERS / LONG_KEY);
  });
});
