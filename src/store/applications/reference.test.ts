import { describe, expect, it } from 'vitest';
import { NOW } from '../testing/index.ts';
import { newReference, readReference } from './reference.ts';

describe('reference number', () => {
  it('is a year and six characters that are hard to confuse', () => {
    for (let n = 0; n < 1000; n++) {
      expect(newReference(NOW)).toMatch(/^A-2026-[2-9AC-HJKMNP-RTV-Y]{6}$/u);
    }
  });

  it('uses every character of its alphabet', () => {
    const seen = new Set(
      Array.from({ length: 2000 }, () => newReference(NOW).slice('A-2026-'.length)).join(''),
    );
    expect([...seen].sort().join('')).toBe('23456789ACDEFGHJKMNPQRTVWXY');
  });

  it.each([
    ['2026-12-31T15:59:59Z', 'A-2026-'],
    ['2026-12-31T16:00:00Z', 'A-2027-'],
  ])('created at %s starts with %s, the year in Shanghai', (time, start) => {
    expect(newReference(Date.parse(time))).toMatch(new RegExp(`^${start}`, 'u'));
  });

  it('is normalized when typed by a person', () => {
    expect(readReference(' a-2026-7k4mxq\n')).toBe('A-2026-7K4MXQ');
  });

  it('requires a valid timestamp', () => {
    expect(() => newReference(Number.NaN)).toThrow(RangeError);
  });
});
