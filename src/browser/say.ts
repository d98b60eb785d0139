import { byId } from './dom.ts';

/** How long a text stands before the next replaces it, in milliseconds: replaced at once it would not be spoken. */
export const GAP_MS = 500;

type Message = { text: string; isPassing: boolean };

let waiting: Message[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Has a text spoken in the next pause. A passing one, of progress, gives way to any that comes after it. */
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
