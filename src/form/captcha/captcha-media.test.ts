import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/support/random.ts';
import { CAPTCHA_DIGITS } from '../rules/limits.ts';
import { createCaptchaMedia } from './captcha-media.ts';
import { PICTURE } from './captcha-picture.ts';

const random = createRandom('media');
const captcha = createCaptchaMedia(path.join(import.meta.dirname, 'samples'));
const INVALID_CODES = ['', '1234', '123456', '12a45', '１２３４５', '12 45', '12345\n', '-1234', '<svg>'];
const MAX_PNG_BYTES = 9000;
const CODE = new RegExp(`^[0-9]{${CAPTCHA_DIGITS}}$`, 'u');

describe('a new code', () => {
  const codes = Array.from({ length: 2000 }, captcha.newCode);

  it('has CAPTCHA_DIGITS digits', () => {
    expect(codes.filter((code) => !CODE.test(code))).toEqual([]);
  });

  it.each([...Array(CAPTCHA_DIGITS).keys()])('has every digit at position %d', (position) => {
    expect(new Set(codes.map((code) => code.charAt(position))).size).toBe(10);
  });

  it('is rarely repeated', () => {
    expect(new Set(codes).size).toBeGreaterThan(1900);
  });
});

describe('a picture', () => {
  it('is a small, opaque PNG of its size', async () => {
    const png = await captcha.image('01234', random);
    const { format, width, height, hasAlpha } = await sharp(png).metadata();
    expect({ format, width, height, hasAlpha }).toEqual({ format: 'png', ...PICTURE, hasAlpha: false });
    expect(png.length).toBeLessThan(MAX_PNG_BYTES);
  });

  it('has no metadata', async () => {
    const png = await captcha.image('01234', random);
    const { exif, xmp, iptc, comments } = await sharp(png).metadata();
    expect([exif, xmp, iptc, comments].every((part) => part === undefined)).toBe(true);
    expect(png.includes('01234')).toBe(false);
  });

  it('uses dark and light pixels', async () => {
    const { channels } = await sharp(await captcha.image('88888', random)).stats();
    expect(channels.every(({ min, max }) => min < 80 && max > 220)).toBe(true);
  });

  it('differs each time', async () => {
    const pictures = await Promise.all(Array.from({ length: 50 }, () => captcha.image('71937', random)));
    expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(50);
  });

  it.each(INVALID_CODES)('is not drawn for %j', async (code) => {
    await expect(captcha.image(code, random)).rejects.toThrow(`a captcha has ${CAPTCHA_DIGITS} digits`);
  });
});

describe('a sound', () => {
  it.each(INVALID_CODES)('is not made for %j', (code) => {
    expect(() => captcha.audio(code, 'en', random)).toThrow(`a captcha has ${CAPTCHA_DIGITS} digits`);
  });

  it('needs its voice samples', () => {
    expect(() => createCaptchaMedia('/nowhere').audio('12345', 'en', random)).toThrow('ENOENT');
  });
});
