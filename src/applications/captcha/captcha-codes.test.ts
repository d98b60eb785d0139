import { expect, it } from 'vitest';
import { CAPTCHA_MINUTES } from '../rules/limits.ts';
import { createCodeSeal } from './captcha-codes.ts';

const NOW = Date.UTC(2026, 10, 22);
const LIFE_MS = CAPTCHA_MINUTES * 60_000;
const seal = createCodeSeal('a secret');
const code = { captcha: '04815', expiresAt: NOW + LIFE_MS };
const sealed = seal.seal(code);

it('opens a sealed code with the same secret until it expires', () => {
  const open = (now: number) => createCodeSeal('a secret').open(sealed, now);
  expect(open(NOW + LIFE_MS - 1)).toMatchObject(code);
  expect(open(NOW + LIFE_MS)).toBeUndefined();
});

it('encrypts each code under a unique id', () => {
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('04815');
  expect(seal.open(seal.seal(code), NOW)?.id).not.toBe(seal.open(sealed, NOW)?.id);
});

it('rejects a sealed code if any byte has changed', () => {
  for (const at of Buffer.from(sealed, 'base64url').keys()) {
    const bytes = Buffer.from(sealed, 'base64url');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(seal.open(bytes.toString('base64url'), NOW)).toBeUndefined();
  }
});

it.each<[string, unknown]>([
  ['missing', undefined],
  ['sent twice', [sealed, sealed]],
  ['not encrypted', '04815'],
  ['truncated', sealed.slice(0, -2)],
  ['longer', `${sealed}AA`],
  ['endless', 'A'.repeat(100_000)],
  ['sealed by another site', createCodeSeal('another secret').seal(code)],
])('rejects a sealed code that is %s', (_case, given) => {
  expect(seal.open(given, NOW)).toBeUndefined();
});
