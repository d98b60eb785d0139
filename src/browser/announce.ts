import { interpolate } from './interpolate.ts';
import type { End, Upload } from './upload-queue.ts';

/** How often progress is spoken, in percent: more would keep a screen reader from everything else. */
const STEP = 25;

/** What is said of an upload as it stands, and what when it ends. */
export function announcementOf({ file, state, percent, words }: Upload, texts: DOMStringMap): string {
  if (state === 'waiting') return '';
  if (state === 'running')
    return interpolate(texts.running, { file: file.name, percent: percent - (percent % STEP) });
  if (state === 'failed') return interpolate(texts.error, { file: file.name });
  return words.includes(file.name) ? words : `${file.name}: ${words}`;
}

export const farewellTo = ({ file }: Upload, end: End, texts: DOMStringMap): string =>
  interpolate({ taken: texts.success, cancelled: texts.cancelled, dismissed: '' }[end], { file: file.name });

/** Gives what is new to say of an upload: nothing while it is on the way to its next step. */
export function createNews() {
  const said = new WeakMap<Upload, string>();
  return (upload: Upload, texts: DOMStringMap): string => {
    const text = announcementOf(upload, texts);
    if (said.get(upload) === text) return '';
    said.set(upload, text);
    return text;
  };
}
