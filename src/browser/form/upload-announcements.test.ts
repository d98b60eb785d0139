import { describe, expect, it } from 'vitest';
import { announcementOf, farewellTo, newsOf } from './upload-announcements.ts';
import type { Upload } from './upload-queue.ts';

const texts = {
  running: '{{file}}: {{percent}}%',
  success: 'Upload success: {{file}}',
  cancelled: 'Upload cancelled: {{file}}',
};
const upload = (changes: Partial<Upload>): Upload => ({
  file: new File(['x'], 'a.pdf'),
  state: 'running',
  percent: 0,
  words: '',
  ...changes,
});

describe('what is said of an upload', () => {
  it.each<[Partial<Upload>, string]>([
    [{ state: 'waiting' }, ''],
    [{ percent: 24 }, 'a.pdf: 0%'],
    [{ percent: 99 }, 'a.pdf: 75%'],
    [{ percent: 100 }, 'a.pdf: 100%'],
    [{ state: 'failed', words: 'Upload error: a.pdf' }, 'Upload error: a.pdf'],
    [{ state: 'refused', words: 'Too big.' }, 'a.pdf: Too big.'],
    [{ state: 'refused', words: 'a.pdf: Too big.' }, 'a.pdf: Too big.'],
  ])('%j', (changes, text) => {
    expect(announcementOf(upload(changes), texts)).toBe(text);
  });

  it.each([
    ['taken', 'Upload success: a.pdf'],
    ['cancelled', 'Upload cancelled: a.pdf'],
    ['dismissed', ''],
  ] as const)('when it is %s', (end, text) => {
    expect(farewellTo(upload({}), end, texts)).toBe(text);
  });

  it('is new once a quarter, and again when it is tried again', () => {
    const one = upload({});
    const tell = (changes: Partial<Upload>) => newsOf(Object.assign(one, changes), texts);
    const steps = [0, 3, 24, 25, 26, 80, 99, 100, 100].map((percent) => tell({ percent }));
    expect(steps.filter(Boolean)).toEqual(['a.pdf: 0%', 'a.pdf: 25%', 'a.pdf: 75%', 'a.pdf: 100%']);
    expect(tell({ state: 'failed', words: 'Upload error: a.pdf' })).toBe('Upload error: a.pdf');
    expect(tell({ state: 'waiting' })).toBe('');
    expect(tell({ state: 'running', percent: 0 })).toBe('a.pdf: 0%');
  });
});
