import { byId } from '../dom.ts';

/** A text that is replaced immediately is not announced. */
export const GAP_MS = 500;

type Message = { text: string; isProgress: boolean };

let waiting: Message[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Queues a text for the live region. A later text replaces waiting progress. */
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
