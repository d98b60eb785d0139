import { expect, it } from 'vitest';
import { formatDisplayTime, formatIsoTime } from '../../content/time.ts';
import { UsageError } from '../terminal.ts';
import { parseOlderThan, parseSince } from './options.ts';

const NOW = Date.parse('2026-03-31T02:00+08:00');
const EVENING = Date.parse('2026-12-31T16:05:06.789Z');

it('--since accepts the times that an export prints', () => {
  expect(formatIsoTime(EVENING)).toBe('2027-01-01T00:05:06.789+08:00');
  expect(formatDisplayTime(EVENING)).toBe('2027-01-01 00:05');
  expect(parseSince(formatIsoTime(EVENING))).toBe(EVENING);
  expect(parseSince(undefined)).toBeUndefined();
});

it.each([
  ['2026-11-21', '2026-11-20T16:00:00.000Z'],
  ['2026-11-21T09:30', '2026-11-21T01:30:00.000Z'],
  ['2026-11-21T23:59:59-05:00', '2026-11-22T04:59:59.000Z'],
])('parses --since %s as %s', (text, time) => {
  expect(new Date(parseSince(text) ?? 0).toISOString()).toBe(time);
});

it.each(['', 'yesterday', '2026-02-29', '2026-11-21T25:00', '2026-11-21Z'])('rejects --since %j', (text) => {
  expect(() => parseSince(text)).toThrow(`--since: ${text} is neither a day`);
});

it.each([
  ['365d', '2025-03-31T02:00+08:00'],
  ['1m', '2026-02-28T00:00+08:00'],
  ['25m', '2024-02-29T00:00+08:00'],
  ['2026-03-31', '2026-03-31T00:00+08:00'],
])('parses --older-than %s as before %s', (text, time) => {
  expect(parseOlderThan(text, NOW)).toBe(Date.parse(time));
});

it.each(['', '0m', '12', '-1d', '2026-02-30', '2026-04-01'])('rejects --older-than %j', (text) => {
  expect(() => parseOlderThan(text, NOW)).toThrow(UsageError);
  expect(() => parseOlderThan(text, NOW)).toThrow(`--older-than: ${text}`);
});
