import { byId } from './dom.ts';

/** How long a text stays before the next one, in milliseconds: a text that is replaced at once is not spoken. */
export const GAP_MS = 500;

type Message = { text: string; isPassing: boolean };

let waiting: Message[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Queues a text for the live region. A passing text, of progress, is dropped for any later one. */
export function say(text: string, isPassing = false): void {
  if (!text) return;
  waiting = [...waiting.filter((message) => !message.isPassing), { text, isPassing }];
  if (timer === undefined) sayNext();
}

function sayNext(): void {
  const message = waiting.shift();
  const status = byId('_upload-status');
  if (message && status) status.textContent = message.text;
  timer = message && !message.isPassing ? setTimeout(sayNext, GAP_MS) : undefined;
}
