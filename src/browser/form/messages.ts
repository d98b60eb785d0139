import { applicationForm, byId } from '../dom.ts';
import type { Upload } from './uploads/upload-queue.ts';

/** Messages about sending the form are its `data-…` attributes. */
export const formTexts = (): DOMStringMap => applicationForm()?.dataset ?? {};

/** Upload messages are `data-…` attributes of the upload list. i18next is too large for the page. */
export const uploadText = (key: string, { name: file }: File, percent?: number): string =>
  (byId('_uploads')?.dataset[key] ?? '').replace(
    /\{\{(\w+)\}\}/gu,
    (_placeholder, name: 'file' | 'percent') => `${{ file, percent }[name]}`,
  );

/** Minimum time between messages, because screen readers skip a message that is replaced immediately. */
export const GAP_MS = 500;

type Message = { text: string; isProgress: boolean };

let waiting: Message[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Queues a message for the live region. Replaces progress that is still waiting. */
export function announce(text: string, isProgress = false): void {
  if (!text) return;
  waiting = [...waiting.filter((message) => !message.isProgress), { text, isProgress }];
  if (timer === undefined) announceNext();
}

function announceNext(): void {
  const message = waiting.shift();
  const status = byId('_upload-status');
  if (message && status) status.textContent = message.text;
  timer = message && !message.isProgress ? setTimeout(announceNext, GAP_MS) : undefined;
}

/** More frequent progress announcements would drown out others in a screen reader. */
const STEP_PERCENT = 25;

export function rowText({ file, state, percent, isWaiting, text }: Upload): string {
  if (state === 'running' && !isWaiting) return `${percent}%`;
  if (state === 'refused') return `${text}\n${uploadText(state, file)}`;
  return text || uploadText(isWaiting ? 'offline' : state, file);
}

function announcementOf(upload: Upload): string {
  const { file, state, percent, isWaiting } = upload;
  if (state === 'waiting') return '';
  if (state === 'running' && !isWaiting) return uploadText(state, file, percent - (percent % STEP_PERCENT));
  const text = rowText(upload);
  return !text || text.includes(file.name) ? text : `${file.name}: ${text}`;
}

const last = new WeakMap<Upload, string>();

/** Returns an empty string if the announcement has not changed. */
export function newAnnouncement(upload: Upload): string {
  const text = announcementOf(upload);
  if (last.get(upload) === text) return '';
  last.set(upload, text);
  return text;
}
