import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announce, GAP_MS, newAnnouncement } from './messages.ts';
import type { Upload } from './uploads/upload-queue.ts';

describe('live region', () => {
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

  /** Returns the content of the region now and after each gap. */
  const textsAfter = (gaps: number): string[] => {
    const texts = [region.textContent];
    for (let gap = 0; gap < gaps; gap += 1) {
      vi.advanceTimersByTime(GAP_MS);
      texts.push(region.textContent);
    }
    return texts;
  };

  it('announces queued messages one after another', () => {
    for (const text of ['a is there', 'b is there', '']) announce(text);
    expect(textsAfter(2)).toEqual(['a is there', 'b is there', 'b is there']);
  });

  it('replaces waiting progress with newer messages', () => {
    announce('a is there');
    announce('b: 0%', true);
    announce('b: 25%', true);
    announce('b is there');
    announce('c: 0%', true);
    expect(textsAfter(3)).toEqual(['a is there', 'b is there', 'c: 0%', 'c: 0%']);
  });
});

describe('announcements', () => {
  const dataset = {
    running: '{{file}}: {{percent}}%',
    deferred: '{{file}} goes with the form',
    refused: 'It is not sent.',
  };
  const upload = (changes: Partial<Upload>): Upload => ({
    file: new File(['x'], 'a.pdf'),
    state: 'running',
    percent: 0,
    text: '',
    ...changes,
  });

  beforeEach(() => {
    vi.stubGlobal('document', { getElementById: () => ({ dataset }) });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each<[Partial<Upload>, string]>([
    [{ state: 'refused', text: 'Too big.' }, 'a.pdf: Too big.\nIt is not sent.'],
    [{ state: 'failed', text: 'a.pdf could not be uploaded' }, 'a.pdf could not be uploaded'],
    [{ state: 'deferred' }, 'a.pdf goes with the form'],
    [{ state: 'ended', text: 'a.pdf uploaded' }, 'a.pdf uploaded'],
    [{ state: 'ended' }, ''],
  ])('announces an upload with %j as %j', (changes, text) => {
    expect(newAnnouncement(upload(changes))).toBe(text);
  });

  it('announces progress again at each quarter', () => {
    const one = upload({});
    const announce = (changes: Partial<Upload>) => newAnnouncement(Object.assign(one, changes));
    const steps = [0, 3, 24, 25, 26, 80, 99, 100, 100].map((percent) => announce({ percent }));
    expect(steps.filter(Boolean)).toEqual(['a.pdf: 0%', 'a.pdf: 25%', 'a.pdf: 75%', 'a.pdf: 100%']);
    expect(announce({ state: 'failed', text: 'a.pdf could not be uploaded' })).toBe(
      'a.pdf could not be uploaded',
    );
    expect(announce({ state: 'waiting', text: '' })).toBe('');
    expect(announce({ state: 'running', percent: 0 })).toBe('a.pdf: 0%');
  });
});
