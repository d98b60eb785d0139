import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GAP_MS, say } from './live-region.ts';

const region = { textContent: '' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { getElementById: () => region });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What the region holds now and after each gap. */
const heard = (gaps: number): string[] => {
  const texts = [region.textContent];
  for (let gap = 0; gap < gaps; gap += 1) {
    vi.advanceTimersByTime(GAP_MS);
    texts.push(region.textContent);
  }
  return texts;
};

it('says one thing after another', () => {
  for (const text of ['a is there', 'b is there', '']) say(text);
  expect(heard(2)).toEqual(['a is there', 'b is there', 'b is there']);
});

it('lets progress wait, and give way to what is newer', () => {
  say('a is there');
  say('b: 0%', true);
  say('b: 25%', true);
  say('b is there');
  say('c: 0%', true);
  expect(heard(3)).toEqual(['a is there', 'b is there', 'c: 0%', 'c: 0%']);
});

it('holds nothing up for progress that is being said', () => {
  say('a: 0%', true);
  say('a is there');
  expect(region.textContent).toBe('a is there');
});
