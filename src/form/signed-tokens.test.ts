import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../lib/days.ts';
import { FORM_TOKEN_DAYS } from './rules/limits.ts';
import { createFormTokens } from './signed-tokens.ts';

const NOW = Date.UTC(2026, 10, 21);
const LIFE_MS = FORM_TOKEN_DAYS * DAY_MS;
const tokens = createFormTokens('a secret');
const SESSION = 'a session';
const token = tokens.issue(SESSION, NOW);
const [time, signature] = token.split('.');

describe('form token', () => {
  it.each([0, LIFE_MS - 1])('is valid %d ms after it was issued', (ageMs) => {
    expect(tokens.isValid(token, SESSION, NOW + ageMs)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['empty', ''],
    ['sent twice', [token, token]],
    ['cut', token.slice(0, -1)],
    ['longer', `${token}A`],
    ['given a later time', `${(NOW + 1).toString(36)}.${signature}`],
    ['without a signature', `${time}.`],
    ['issued by another site', createFormTokens('another secret').issue(SESSION, NOW)],
  ])('is invalid if it is %s', (_case, given) => {
    expect(tokens.isValid(given, SESSION, NOW)).toBe(false);
  });

  it('expires', () => {
    expect(tokens.isValid(token, SESSION, NOW + LIFE_MS)).toBe(false);
  });

  it('is valid only in the session that it was issued for', () => {
    expect(tokens.isValid(token, 'another session', NOW)).toBe(false);
    expect(tokens.isValid(token, undefined, NOW)).toBe(false);
  });

  it('is valid only without a session if it was issued without one', () => {
    const early = tokens.issue(undefined, NOW);
    expect(tokens.isValid(early, undefined, NOW)).toBe(true);
    expect(tokens.isValid(early, SESSION, NOW)).toBe(false);
  });
});
