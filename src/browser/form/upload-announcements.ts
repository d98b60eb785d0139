import { interpolate } from '../texts.ts';
import type { End, Upload } from './upload-queue.ts';

/** How often progress is spoken, in percent: more would keep a screen reader from everything else. */
const STEP = 25;

export function announcementOf(
  { file, state, percent, isWaiting, words }: Upload,
  texts: DOMStringMap,
): string {
  if (state === 'waiting') return '';
  if (state === 'running')
    return interpolate(isWaiting ? texts.lost : texts.running, {
      file: file.name,
      percent: percent - (percent % STEP),
    });
  return words.includes(file.name) ? words : `${file.name}: ${words}`;
}

export const farewellTo = ({ file }: Upload, end: End, texts: DOMStringMap): string =>
  interpolate({ taken: texts.success, cancelled: texts.cancelled, dismissed: '' }[end], { file: file.name });

const said = new WeakMap<Upload, string>();

/** The announcement of an upload where it differs from the last one of the same upload, else nothing. */
export function newsOf(upload: Upload, texts: DOMStringMap): string {
  const text = announcementOf(upload, texts);
  if (said.get(upload) === text) return '';
  said.set(upload, text);
  return text;
}
