import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../failures.ts';
import { createBreakers, PROBE_MS } from './breakers.ts';

const PATH = '/article/page';
let clock = 0;
beforeEach(() => {
  clock = 1_000_000;
});

function failed(error: unknown = new Failure('timeout')) {
  const breakers = createBreakers(() => clock);
  breakers.note(PATH, error);
  return breakers;
}

describe('a breaker', () => {
  it.each([
    ...(['unreachable', 'timeout', 'badStatus', 'tooLarge', 'notJson', 'notEnvelope', 'noData'] as const).map(
      (kind) => new Failure(kind),
    ),
    new Failure('backendCode', { code: 500 }),
    new Error('a fault of the site'),
  ])('is opened by %s', (error) => {
    const breakers = failed(error);
    expect([breakers.allows(PATH), breakers.open()]).toEqual([false, [PATH]]);
  });

  it('is of its path alone', () => {
    expect(failed().allows('/article/get')).toBe(true);
  });

  it('lets one try a second through while it is open', () => {
    const breakers = failed();
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
    ["the backend's word", new Failure('backendCode', { code: 404 })],
    ['no such article', new Failure('noArticle')],
  ])('is closed by %s', (_name, outcome) => {
    const breakers = failed();
    breakers.note(PATH, outcome);
    expect([breakers.allows(PATH), breakers.allows(PATH), breakers.open()]).toEqual([true, true, []]);
  });

  it('counts the failures of a path by their kinds', () => {
    const breakers = failed();
    breakers.note(PATH, new Failure('timeout'));
    breakers.note(PATH, new Failure('noData'));
    expect(breakers.failures()).toEqual([
      { path: PATH, kind: 'timeout', count: 2 },
      { path: PATH, kind: 'noData', count: 1 },
    ]);
  });
});
