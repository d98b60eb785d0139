import { expect, it } from 'vitest';
import { announcementOf, endAnnouncement, newAnnouncement } from './announcements.ts';
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
  text: '',
  ...changes,
});

it.each<[Partial<Upload>, string]>([
  [{ state: 'waiting' }, ''],
  [{ percent: 24 }, 'a.pdf: 0%'],
  [{ percent: 99 }, 'a.pdf: 75%'],
  [{ percent: 100 }, 'a.pdf: 100%'],
  [{ state: 'failed', text: 'Upload error: a.pdf' }, 'Upload error: a.pdf'],
  [{ state: 'refused', text: 'Too big.' }, 'a.pdf: Too big.'],
  [{ state: 'refused', text: 'a.pdf: Too big.' }, 'a.pdf: Too big.'],
])('announces an upload of state %j as %j', (changes, text) => {
  expect(announcementOf(upload(changes), texts)).toBe(text);
});

it.each([
  ['taken', 'Upload success: a.pdf'],
  ['cancelled', 'Upload cancelled: a.pdf'],
  ['dismissed', ''],
] as const)('announces the end of an upload that is %s: %j', (end, text) => {
  expect(endAnnouncement(upload({}), end, texts)).toBe(text);
});

it('repeats the announcement per quarter of the progress and after a retry', () => {
  const one = upload({});
  const announce = (changes: Partial<Upload>) => newAnnouncement(Object.assign(one, changes), texts);
  const steps = [0, 3, 24, 25, 26, 80, 99, 100, 100].map((percent) => announce({ percent }));
  expect(steps.filter(Boolean)).toEqual(['a.pdf: 0%', 'a.pdf: 25%', 'a.pdf: 75%', 'a.pdf: 100%']);
  expect(announce({ state: 'failed', text: 'Upload error: a.pdf' })).toBe('Upload error: a.pdf');
  expect(announce({ state: 'waiting' })).toBe('');
  expect(announce({ state: 'running', percent: 0 })).toBe('a.pdf: 0%');
});
