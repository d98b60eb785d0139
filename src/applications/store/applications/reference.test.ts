import { expect, it } from 'vitest';
import { NOW } from '../testing/index.ts';
import { newReference, readReference } from './submit.ts';

it('creates references from a year and six unambiguous characters', () => {
  const references = Array.from({ length: 2000 }, () => newReference(NOW));
  for (const reference of references) expect(reference).toMatch(/^A-2026-[2-9AC-HJKMNP-RTV-Y]{6}$/u);
  const used = new Set(references.map((reference) => reference.slice('A-2026-'.length)).join(''));
  expect([...used].sort().join('')).toBe('23456789ACDEFGHJKMNPQRTVWXY');
});

it.each([
  ['2026-12-31T15:59:59Z', 'A-2026-'],
  ['2026-12-31T16:00:00Z', 'A-2027-'],
])('uses the year in Shanghai, so a reference created at %s starts with %s', (time, start) => {
  expect(newReference(Date.parse(time)).slice(0, 7)).toBe(start);
});

it('normalizes a typed reference', () => {
  expect(readReference(' a-2026-7k4mxq\n')).toBe('A-2026-7K4MXQ');
});
