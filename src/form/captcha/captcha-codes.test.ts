import { describe, expect, it } from 'vitest';
import { CAPTCHA_MINUTES } from '../rules/limits.ts';
import { createCodeSeal } from './captcha-codes.ts';

const NOW = Date.UTC(2026, 10, 22);
const LIFE_MS = CAPTCHA_MINUTES * 60_000;
const seal = createCodeSeal('a secret');
const code = { captcha: '04815', expiresAt: NOW + LIFE_MS };
const sealed = seal.seal(code);

/** The sealed code with one bit flipped. */
function withFlippedBit(at: number): string {
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64url');
}

describe('a sealed code', () => {
  it('is opened by the site that sealed it, with leading zeros', () => {
    expect(seal.open(sealed, NOW)).toMatchObject(code);
    expect(createCodeSeal('a secret').open(sealed, NOW)).toEqual(seal.open(sealed, NOW));
  });

  it('does not contain the code and is unique', () => {
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('04815');
    const others = Array.from({ length: 20 }, () => seal.seal(code));
    expect(new Set(others).size).toBe(20);
    expect(new Set(others.map((other) => seal.open(other, NOW)?.id)).size).toBe(20);
  });

  it.each([
    [LIFE_MS - 1, true],
    [LIFE_MS, false],
  ])('is valid after %d ms: %s', (later, isValid) => {
    expect(seal.open(sealed, NOW + later) !== undefined).toBe(isValid);
  });

  it('is invalid with any bit changed', () => {
    const { length } = Buffer.from(sealed, 'base64url');
    for (let at = 0; at < length; at += 1) expect(seal.open(withFlippedBit(at), NOW)).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['empty', ''],
    ['sent twice', [sealed, sealed]],
    ['the code itself', '04815'],
    ['cut', sealed.slice(0, -2)],
    ['longer', `${sealed}AA`],
    ['padded', `${sealed}=`],
    ['endless', 'A'.repeat(100_000)],
    ['of another site', createCodeSeal('another secret').seal(code)],
  ])('is invalid if %s', (_case, given) => {
    expect(seal.open(given, NOW)).toBeUndefined();
  });
});
