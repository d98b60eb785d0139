import { expect, it } from 'vitest';
import { retryAfterMs } from './receiver-response.ts';

const NOW = Date.UTC(2026, 10, 21, 4, 0, 0);
const DAY = 86_400_000;

it.each([
  ['120', 120_000],
  [' 7 ', 7000],
  ['86401', DAY],
  ['9'.repeat(400), DAY],
  ['Sat, 21 Nov 2026 04:01:00 GMT', 60_000],
  ['Saturday, 21-Nov-26 04:01:00 GMT', 60_000],
  ['Sat Nov 21 04:01:00 2026', 60_000],
  ['Sat, 21 Nov 2126 04:01:00 GMT', DAY],
])('reads Retry-After %s as %i ms', (text, waitMs) => {
  expect(retryAfterMs(text, NOW)).toBe(waitMs);
});

it.each([
  '0',
  '-5',
  '1.5',
  '1e3',
  '0x10',
  '',
  'soon',
  'Nov 2027',
  '2026-11-21T05:00:00Z',
  'Sat, 21 Nov 2026 03:59:59 GMT',
  'Sat, 99 Nov 2026 25:00:00 GMT',
  'Sat, later',
  '5, 6',
  null,
])('ignores Retry-After %j', (text) => {
  expect(retryAfterMs(text, NOW)).toBeUndefined();
});
