import { expect, it } from 'vitest';
import { DAY_MS } from '../../lib/days.ts';
import { FORM_TOKEN_DAYS } from '../rules/limits.ts';
import { createFormTokens } from './form-token.ts';

const NOW = Date.UTC(2026, 10, 21);
const LIFE_MS = FORM_TOKEN_DAYS * DAY_MS;
const tokens = createFormTokens('a secret');
const SESSION = 'a session';
const token = tokens.issue(SESSION, NOW);
const signature = token.split('.')[1];

it('accepts a form token until it expires', () => {
  expect(tokens.isValid(token, SESSION, NOW + LIFE_MS - 1)).toBe(true);
  expect(tokens.isValid(token, SESSION, NOW + LIFE_MS)).toBe(false);
});

it.each<[string, unknown]>([
  ['missing', undefined],
  ['sent twice', [token, token]],
  ['longer', `${token}A`],
  ['with a later time', `${(NOW + 1).toString(36)}.${signature}`],
  ['issued by another site', createFormTokens('another secret').issue(SESSION, NOW)],
])('rejects a form token that is %s', (_case, text) => {
  expect(tokens.isValid(text, SESSION, NOW)).toBe(false);
});

it('accepts a form token only in the session that it was issued for', () => {
  const early = tokens.issue(undefined, NOW);
  expect(tokens.isValid(early, undefined, NOW)).toBe(true);
  expect(tokens.isValid(early, SESSION, NOW)).toBe(false);
  expect(tokens.isValid(token, 'another session', NOW)).toBe(false);
  expect(tokens.isValid(token, undefined, NOW)).toBe(false);
});
