import { expect, it } from 'vitest';
import { retryAfterMs } from './receiver.ts';

const NOW = Date.UTC(2026, 10, 21, 4, 0, 0);
const DAY_MS = 86_400_000;

it.each([
  [' 7 ', 7000],
  ['86401', DAY_MS],
  ['9'.repeat(400), DAY_MS],
  ['Sat, 21 Nov 2026 04:01:00 GMT', 60_000],
  ['Saturday, 21-Nov-26 04:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2126 04:01:00 GMT', DAY_MS],
  ['0', undefined],
  ['1.5', undefined],
  ['', undefined],
  ['soon', undefined],
  ['Sat, 21 Nov 2026 03:59:59 GMT', undefined],
  ['Sat, 99 Nov 2026 25:00:00 GMT', undefined],
  [null, undefined],
])('parses Retry-After %j as %s ms', (text, waitMs) => {
  expect(retryAfterMs(text, NOW)).toBe(waitMs);
});
