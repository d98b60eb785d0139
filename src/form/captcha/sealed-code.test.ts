import { describe, expect, it } from 'vitest';
import { CAPTCHA_MINUTES } from '../rules/limits.ts';
import { createCodeSeal } from './sealed-code.ts';

const NOW = Date.UTC(2026, 10, 22);
const LIFE_MS = CAPTCHA_MINUTES * 60_000;
const seal = createCodeSeal('a secret');
const code = { captcha: '04815', expiresAt: NOW + LIFE_MS };
const sealed = seal.seal(code);

/** The same text with one bit changed in one of its bytes. */
function bent(at: number): string {
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64url');
}

describe('a sealed code', () => {
  it('is opened again by the site that sealed it, zeros and all', () => {
    expect(seal.open(sealed, NOW)).toMatchObject(code);
    expect(createCodeSeal('a secret').open(sealed, NOW)).toEqual(seal.open(sealed, NOW));
  });

  it('shows nothing of the code, and is another text each time', () => {
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('04815');
    const others = Array.from({ length: 20 }, () => seal.seal(code));
    expect(new Set(others).size).toBe(20);
    expect(new Set(others.map((other) => seal.open(other, NOW)?.id)).size).toBe(20);
  });

  it.each([
    [LIFE_MS - 1, true],
    [LIFE_MS, false],
  ])('%d ms later is still one: %s', (later, isOne) => {
    expect(seal.open(sealed, NOW + later) !== undefined).toBe(isOne);
  });

  it('is invalid with any bit changed', () => {
    const { length } = Buffer.from(sealed, 'base64url');
    for (let at = 0; at < length; at += 1) expect(seal.open(bent(at), NOW)).toBeUndefined();
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
  ])('is none where it is %s', (_case, given) => {
    expect(seal.open(given, NOW)).toBeUndefined();
  });
});
