import { describe, expect, it } from 'vitest';
import { readOlderThan } from './older-than.ts';
import { UsageError } from './usage.ts';

const NOW = Date.parse('2026-03-31T02:00+08:00');

describe('--older-than', () => {
  it.each([
    ['1d', '2026-03-30T02:00+08:00'],
    ['365d', '2025-03-31T02:00+08:00'],
    ['1m', '2026-02-28T00:00+08:00'],
    ['3m', '2025-12-31T00:00+08:00'],
    ['24m', '2024-03-31T00:00+08:00'],
    ['25m', '2024-02-29T00:00+08:00'],
    ['2025-01-31', '2025-01-31T00:00+08:00'],
    ['2026-03-31', '2026-03-31T00:00+08:00'],
  ])('%s means before %s', (text, moment) => {
    expect(readOlderThan(text, NOW)).toBe(Date.parse(moment));
  });

  it.each([
    '',
    '0d',
    '0m',
    '12',
    '2y',
    '-1d',
    '1.5m',
    '1D',
    '2026-02-30',
    '2026-04-01',
    '2026-03-30T10:00',
    'm',
    '999999d',
  ])('%j is refused by name', (text) => {
    expect(() => readOlderThan(text, NOW)).toThrow(UsageError);
    expect(() => readOlderThan(text, NOW)).toThrow(`--older-than: ${text}`);
  });
});
