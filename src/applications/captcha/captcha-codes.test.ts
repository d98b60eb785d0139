import { expect, it } from 'vitest';
import { CAPTCHA_MINUTES } from '../rules/limits.ts';
import { createCaptchaCodes, createCodeSeal, type Dependencies } from './captcha-codes.ts';

const NOW = Date.UTC(2026, 10, 22);
const LIFE_MS = CAPTCHA_MINUTES * 60_000;
const seal = createCodeSeal('a secret');
const sealed = seal.seal(NOW);

it('opens a sealed code with the same secret until it expires', () => {
  const open = (now: number) => createCodeSeal('a secret').open(sealed, now);
  expect(open(NOW + LIFE_MS - 1)).toEqual(seal.open(sealed, NOW));
  expect(open(NOW + LIFE_MS)).toBeUndefined();
});

it('seals codes of five random digits under unique ids', () => {
  const codes = Array.from({ length: 500 }, () => seal.open(seal.seal(NOW), NOW));
  expect(new Set(codes.map((code) => code?.id)).size).toBe(500);
  expect(codes.filter((code) => !/^[0-9]{5}$/u.test(code?.captcha ?? ''))).toEqual([]);
  for (const position of [0, 1, 2, 3, 4])
    expect(new Set(codes.map((code) => code?.captcha.charAt(position))).size).toBe(10);
});

it('draws a code image only once', async () => {
  const codes = createCaptchaCodes({ secret: 'a secret' } as Dependencies);
  const [one, other] = [codes.open(codes.seal()), codes.open(codes.seal())];
  if (!one || !other) throw new Error('no code');
  const image = codes.drawImage(one);
  expect(codes.drawImage(one)).toBe(image);
  expect(codes.drawImage(other)).not.toBe(image);
  await image;
});

it.each<[string, unknown]>([
  ['missing', undefined],
  ['with a later time', sealed.slice(0, -8) + (NOW + 2 * LIFE_MS).toString(36)],
  ['with another id', 'A'.repeat(16) + sealed.slice(16)],
  ['longer', `${sealed}A`],
  ['sealed by another site', createCodeSeal('another secret').seal(NOW)],
])('rejects a sealed code: %s', (_case, text) => {
  expect(seal.open(text, NOW)).toBeUndefined();
});
