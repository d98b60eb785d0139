import { interpolate } from '../texts.ts';
import type { End, Upload } from './upload-queue.ts';

/** More frequent progress would drown everything else in a screen reader. */
const STEP_PERCENT = 25;

export function announcementOf(
  { file, state, percent, isWaiting, text }: Upload,
  texts: DOMStringMap,
): string {
  if (state === 'waiting') return '';
  if (state === 'running')
    return interpolate(isWaiting ? texts.offline : texts.running, {
      file: file.name,
      percent: percent - (percent % STEP_PERCENT),
    });
  return text.includes(file.name) ? text : `${file.name}: ${text}`;
}

export const endAnnouncement = ({ file }: Upload, end: End, texts: DOMStringMap): string =>
  interpolate({ taken: texts.success, cancelled: texts.cancelled, dismissed: '' }[end], { file: file.name });

const last = new WeakMap<Upload, string>();

/** Returns an empty text if the announcement is the last one of the same upload. */
export function newAnnouncement(upload: Upload, texts: DOMStringMap): string {
  const text = announcementOf(upload, texts);
  if (last.get(upload) === text) return '';
  last.set(upload, text);
  return text;
}
