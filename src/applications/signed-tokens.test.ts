import { expect, it } from 'vitest';
import { DAY_MS } from '../lib/days.ts';
import { FORM_TOKEN_DAYS, RECEIPT_LINK_DAYS } from './rules/limits.ts';
import { createFormTokens, createReceiptLinks } from './signed-tokens.ts';

const NOW = Date.UTC(2026, 10, 21);
const LIFE_MS = FORM_TOKEN_DAYS * DAY_MS;
const tokens = createFormTokens('a secret');
const SESSION = 'a session';
const token = tokens.issue(SESSION, NOW);
const [, owner, signature] = token.split('.');

it('accepts a form token until it expires', () => {
  expect(tokens.isValid(token, SESSION, NOW + LIFE_MS - 1)).toBe(true);
  expect(tokens.isValid(token, SESSION, NOW + LIFE_MS)).toBe(false);
});

it.each<[string, unknown]>([
  ['missing', undefined],
  ['sent twice', [token, token]],
  ['longer', `${token}A`],
  ['with a later time', `${(NOW + 1).toString(36)}.${owner}.${signature}`],
  ['with another owner', `${NOW.toString(36)}..${signature}`],
  ['issued by another site', createFormTokens('another secret').issue(SESSION, NOW)],
])('rejects a form token that is %s', (_case, text) => {
  expect(tokens.isValid(text, SESSION, NOW)).toBe(false);
});

it('accepts a form token in a session only if it was issued for it', () => {
  expect(tokens.isValid(tokens.issue(undefined, NOW), SESSION, NOW)).toBe(false);
  expect(tokens.isValid(token, 'another session', NOW)).toBe(false);
});

it('accepts each form token of the site without a session', () => {
  expect(tokens.isValid(tokens.issue(undefined, NOW), undefined, NOW)).toBe(true);
  expect(tokens.isValid(token, undefined, NOW)).toBe(true);
});

it('rejects an expired or altered receipt link', () => {
  const links = createReceiptLinks('a secret');
  const text = links.createQuery('A-1', NOW).replace('?receipt=', '');
  const lastMs = NOW + RECEIPT_LINK_DAYS * DAY_MS - 1;
  expect(links.read(text, lastMs)).toEqual({ reference: 'A-1' });
  expect(links.read(text, lastMs + 1)).toEqual({ problem: 'receiptLinkExpired' });
  const CUT = { problem: 'receiptLinkCut' };
  const later = text.replace(NOW.toString(36), (NOW + 1).toString(36));
  for (const forged of [text.replace('A-1', 'A-2'), later, text.slice(0, -1), `${text}A`, ''])
    expect(links.read(forged, NOW)).toEqual(CUT);
  expect(createReceiptLinks('another secret').read(text, NOW)).toEqual(CUT);
});
