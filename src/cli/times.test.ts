import { describe, expect, it } from 'vitest';
import { readSince } from './since.ts';
import { isoTime, shownTime } from './times.ts';

const EVENING = Date.parse('2026-12-31T16:05:06.789Z');

describe('a time of an application', () => {
  it('is that of Asia/Shanghai', () => {
    expect(isoTime(EVENING)).toBe('2027-01-01T00:05:06.789+08:00');
    expect(shownTime(EVENING)).toBe('2027-01-01 00:05');
  });

  it('as exported is the same moment, and can be given to --since', () => {
    expect(Date.parse(isoTime(EVENING))).toBe(EVENING);
    expect(readSince(isoTime(EVENING))).toBe(EVENING);
  });
});
