import { beforeEach, describe, expect, it } from 'vitest';
import { Failure, type FailureKind } from '../failures.ts';
import { createBreakers, OPENS_AFTER, PROBE_MS } from './breakers.ts';

const PATH = '/article/page';
let clock = 0;
beforeEach(() => {
  clock = 1_000_000;
});

/** Breakers after so many failures on end. */
function failed(times: number, kind: FailureKind = 'timeout') {
  const breakers = createBreakers(() => clock);
  for (let time = 0; time < times; time += 1) breakers.note(PATH, new Failure(kind));
  return breakers;
}

describe('a breaker', () => {
  it.each(['unreachable', 'timeout', 'badStatus', 'tooLarge', 'notJson', 'notEnvelope'] as const)(
    'opens after several times %s, not before',
    (kind) => {
      expect(failed(OPENS_AFTER - 1, kind).allows(PATH)).toBe(true);
      const breakers = failed(OPENS_AFTER, kind);
      expect([breakers.allows(PATH), breakers.open()]).toEqual([false, [PATH]]);
    },
  );

  it('is of its path alone', () => {
    expect(failed(OPENS_AFTER).allows('/article/get')).toBe(true);
  });

  it('lets one try a second through while it is open', () => {
    const breakers = failed(OPENS_AFTER);
    for (let second = 0; second < 3; second += 1) {
      clock += PROBE_MS - 1;
      expect(breakers.allows(PATH)).toBe(false);
      clock += 1;
      expect([breakers.allows(PATH), breakers.allows(PATH)]).toEqual([true, false]);
      breakers.note(PATH, new Failure('timeout'));
    }
  });

  it.each([
    ['an answer', undefined],
    ['an envelope code', new Failure('backendCode', { code: 500 })],
    ["the backend's word", new Failure('backendCode', { code: 404 })],
    ['an answer without data', new Failure('noData')],
  ])('is closed by %s', (_name, outcome) => {
    const breakers = failed(OPENS_AFTER + 5);
    breakers.note(PATH, outcome);
    expect([breakers.allows(PATH), breakers.allows(PATH), breakers.open()]).toEqual([true, true, []]);
    breakers.note(PATH, new Failure('timeout'));
    expect(breakers.allows(PATH)).toBe(true);
  });
});
