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

/** Texts of the region now and after each gap. */
const textsAfter = (gaps: number): string[] => {
  const texts = [region.textContent];
  for (let gap = 0; gap < gaps; gap += 1) {
    vi.advanceTimersByTime(GAP_MS);
    texts.push(region.textContent);
  }
  return texts;
};

it('announces texts one after another', () => {
  for (const text of ['a is there', 'b is there', '']) say(text);
  expect(textsAfter(2)).toEqual(['a is there', 'b is there', 'b is there']);
});

it('replaces waiting progress by newer texts', () => {
  say('a is there');
  say('b: 0%', true);
  say('b: 25%', true);
  say('b is there');
  say('c: 0%', true);
  expect(textsAfter(3)).toEqual(['a is there', 'b is there', 'c: 0%', 'c: 0%']);
});

it('does not delay a text for progress', () => {
  say('a: 0%', true);
  say('a is there');
  expect(region.textContent).toBe('a is there');
});
