import { applicationForm, byId } from '../dom.ts';
import type { Upload } from './uploads/upload-queue.ts';

/** Returns the upload messages, stored as `data-…` attributes of the upload list. */
export const uploadTexts = (): DOMStringMap => byId('_uploads')?.dataset ?? {};

/** Returns the texts for sending the form, which are its `data-…` attributes. */
export const formTexts = (): DOMStringMap => applicationForm()?.dataset ?? {};

/** Fills placeholders (`{{file}}`) like i18next, which is too large for the page. */
export const interpolate = (text: string | undefined, values: Record<string, string | number>): string =>
  (text ?? '').replace(/\{\{(\w+)\}\}/gu, (_placeholder, name: string) => `${values[name] ?? ''}`);

/** Minimum time between messages, because screen readers skip a message that is replaced immediately. */
export const GAP_MS = 500;

type Message = { text: string; isProgress: boolean };

let waiting: Message[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Queues a text for the live region. A new text replaces progress that is still waiting. */
export function say(text: string, isProgress = false): void {
  if (!text) return;
  waiting = [...waiting.filter((message) => !message.isProgress), { text, isProgress }];
  if (timer === undefined) sayNext();
}

function sayNext(): void {
  const message = waiting.shift();
  const status = byId('_upload-status');
  if (message && status) status.textContent = message.text;
  timer = message && !message.isProgress ? setTimeout(sayNext, GAP_MS) : undefined;
}

/** Step between progress announcements. More frequent announcements would drown out other texts in a screen reader. */
const STEP_PERCENT = 25;

function announcementOf(
  { file: { name }, state, percent, isWaiting, text }: Upload,
  { offline, running, success, cancelled }: DOMStringMap,
): string {
  switch (state) {
    case 'waiting':
    case 'dismissed':
      return '';
    case 'running':
      return interpolate(isWaiting ? offline : running, {
        file: name,
        percent: percent - (percent % STEP_PERCENT),
      });
    case 'taken':
      return interpolate(success, { file: name });
    case 'cancelled':
      return interpolate(cancelled, { file: name });
    default:
      return text.includes(name) ? text : `${name}: ${text}`;
  }
}

const last = new WeakMap<Upload, string>();

/** Returns the announcement of an upload, or an empty text if it has not changed. */
export function newAnnouncement(upload: Upload, texts: DOMStringMap): string {
  const text = announcementOf(upload, texts);
  if (last.get(upload) === text) return '';
  last.set(upload, text);
  return text;
}
