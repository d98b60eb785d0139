import { isReadable } from './form/is-readable.ts';
import { sendInPieces } from './form/send-in-pieces.ts';
import type { Answer, Sending, Unsent } from './form/send-result.ts';
import { sendWhole } from './form/send-whole.ts';

/** How sending ended; `unreadable`: a folder, or a file that was moved or changed since it was picked, can never be sent. */
type Sent = { list: HTMLElement; problem?: string } | Unsent | 'unreadable';

/** Whether the site, or what stands before it, does not take pieces. */
let onlyWhole = false;

/** Sends a file. The form loads this when the first one is chosen. */
export async function send(sending: Sending): Promise<Sent> {
  const inPieces = onlyWhole ? 'unsupported' : await sendInPieces(sending);
  onlyWhole = inPieces === 'unsupported';
  const sent = inPieces === 'unsupported' ? await sendWhole(sending) : inPieces;
  const read = typeof sent === 'object' && 'status' in sent ? readAnswer(sent) : sent;
  return read === 'lost' && !(await isReadable(sending.file)) ? 'unreadable' : read;
}

/** An answer that is not the list of files (an error page, the whole page) says nothing about the file. */
function readAnswer({ status, text }: Answer): Sent {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const list = page.getElementById('_files');
  const problem = page.querySelector('[data-problem]')?.textContent;
  if (!list || page.getElementById('_form') || (status !== 200 && !problem)) return 'serverError';
  return { list, problem };
}
