import { describe, expect, it } from 'vitest';
import { displayTime, isoTime } from '../../content/time.ts';
import { readOlderThan, readSince } from './times.ts';
import { UsageError } from './usage.ts';

const NOW = Date.parse('2026-03-31T02:00+08:00');
const EVENING = Date.parse('2026-12-31T16:05:06.789Z');

describe('times of applications', () => {
  it('are in Asia/Shanghai', () => {
    expect(isoTime(EVENING)).toBe('2027-01-01T00:05:06.789+08:00');
    expect(displayTime(EVENING)).toBe('2027-01-01 00:05');
  });

  it('are accepted by --since as exported', () => {
    expect(Date.parse(isoTime(EVENING))).toBe(EVENING);
    expect(readSince(isoTime(EVENING))).toBe(EVENING);
  });
});

describe('--since', () => {
  it('is optional', () => {
    expect(readSince(undefined)).toBeUndefined();
  });

  it.each([
    ['2026-11-21', '2026-11-20T16:00:00.000Z'],
    ['2024-02-29', '2024-02-28T16:00:00.000Z'],
    ['2026-11-21T09:30', '2026-11-21T01:30:00.000Z'],
    ['2026-11-21 09:30', '2026-11-21T01:30:00.000Z'],
    ['2026-11-21T09:30:15', '2026-11-21T01:30:15.000Z'],
    ['2026-11-21T09:30:15.678+08:00', '2026-11-21T01:30:15.678Z'],
    ['2026-11-21T09:30Z', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21t09:30z', '2026-11-21T09:30:00.000Z'],
    ['2026-11-21T23:59:59-05:00', '2026-11-22T04:59:59.000Z'],
  ])('%s means %s', (text, moment) => {
    expect(new Date(readSince(text) ?? 0).toISOString()).toBe(moment);
  });

  it.each([
    '',
    ' ',
    'yesterday',
    '2026',
    '2026-11',
    '2026-11-31',
    '2026-02-29',
    '2026-13-01',
    '0000-01-01',
    '2026/11/21',
    '21-11-2026',
    '20261121',
    '1795968000000',
    '2026-11-21T24:00',
    '2026-11-21T09',
    '2026-11-21T09:60',
    '2026-11-21T09:30+8',
    '2026-11-21T09:30+99:00',
    '2026-11-21Z',
    ' 2026-11-21',
    '2026-11-21\n',
  ])('%j is refused with its name', (text) => {
    expect(() => readSince(text)).toThrow(`--since: ${text} is neither a day`);
  });
});

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
  ])('%j is refused with its name', (text) => {
    expect(() => readOlderThan(text, NOW)).toThrow(UsageError);
    expect(() => readOlderThan(text, NOW)).toThrow(`--older-than: ${text}`);
  });
});
