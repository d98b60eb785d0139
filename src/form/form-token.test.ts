import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../lib/days.ts';
import { createFormTokens } from './form-token.ts';
import { FORM_TOKEN_DAYS } from './rules/limits.ts';

const NOW = Date.UTC(2026, 10, 21);
const LIFE_MS = FORM_TOKEN_DAYS * DAY_MS;
const tokens = createFormTokens('a secret');
const SESSION = 'a session';
const token = tokens.issue(SESSION, NOW);
const [time, signature] = token.split('.');

describe('the token of a form', () => {
  it.each([0, LIFE_MS - 1])('is good %d ms later', (later) => {
    expect(tokens.isValid(token, SESSION, NOW + later)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['empty', ''],
    ['sent twice', [token, token]],
    ['cut', token.slice(0, -1)],
    ['longer', `${token}A`],
    ['of a later time', `${(NOW + 1).toString(36)}.${signature}`],
    ['without a signature', `${time}.`],
    ['of another site', createFormTokens('another secret').issue(SESSION, NOW)],
  ])('is refused where it is %s', (_case, given) => {
    expect(tokens.isValid(given, SESSION, NOW)).toBe(false);
  });

  it('is refused when it is too old', () => {
    expect(tokens.isValid(token, SESSION, NOW + LIFE_MS)).toBe(false);
  });

  it('of one session is invalid in another and without any', () => {
    expect(tokens.isValid(token, 'another session', NOW)).toBe(false);
    expect(tokens.isValid(token, undefined, NOW)).toBe(false);
  });

  it('made before there was a session is valid without a session only', () => {
    const early = tokens.issue(undefined, NOW);
    expect(tokens.isValid(early, undefined, NOW)).toBe(true);
    expect(tokens.isValid(early, SESSION, NOW)).toBe(false);
  });
});
