import { NEEDS_FORM, PROBLEM_HEADER } from '../applications/rules/client-protocol.ts';
import { createBackOff } from './form/uploads/back-off.ts';
import { sendInPieces } from './form/uploads/send-in-pieces.ts';
import {
  type FormResponse,
  isReadable,
  isServerError,
  type NotSent,
  type Sending,
  sendRequest,
} from './form/uploads/upload-request.ts';

export { terminateUpload } from './form/uploads/upload-request.ts';

/** `unreadable` means a folder, or a file that was moved or changed after it was picked. */
type Sent = { list: HTMLElement; problem?: string } | NotSent | 'unreadable';

/** Whether the site or a proxy rejects uploads in pieces. */
let sendsWhole = false;

/** Sends a file. The form loads this script for the first file. */
export async function send(sending: Sending): Promise<Sent> {
  const inPieces = sendsWhole ? 'unsupported' : await sendInPieces(sending);
  sendsWhole = inPieces === 'unsupported';
  const result = inPieces === 'unsupported' ? await sendWhole(sending) : inPieces;
  const sent = typeof result === 'object' && 'status' in result ? readResponse(result) : result;
  return sent === 'lost' && !(await isReadable(sending.file)) ? 'unreadable' : sent;
}

/** Sends a file in one POST, without a time limit for slow networks. */
async function sendWhole({ file, to, onProgress, signal }: Sending): Promise<FormResponse | NotSent> {
  const backOff = createBackOff(signal);
  const headers = { 'HX-Request': 'true' };
  const onSent = (sent: number, total: number) => onProgress({ percent: Math.floor((100 * sent) / total) });
  while (!signal.aborted) {
    const request = await sendRequest('POST', to.files, { headers, body: bodyOf(file, to), signal, onSent });
    if (signal.aborted) break;
    if (request?.getResponseHeader(PROBLEM_HEADER) === NEEDS_FORM) return 'held';
    if (request && !isServerError(request.status))
      return { status: request.status, text: request.responseText };
    if (!request && !(await isReadable(file))) return 'lost';
    onProgress({ percent: 0, isWaiting: !request });
    if (!(await backOff.wait(!!request))) return request ? 'serverError' : 'lost';
  }
  return 'cancelled';
}

/** Builds the body with the token and the key before the file, as the server requires. */
function bodyOf(file: File, { token, submitKey }: Sending['to']): FormData {
  const body = new FormData();
  body.append('token', token);
  body.append('submitKey', submitKey);
  body.append('declareFile', file);
  return body;
}

/** Reads the result from a response. Without a file list, as in an error page, the result is unknown. */
function readResponse({ status, text }: FormResponse): Sent {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const list = page.getElementById('_files');
  const problem = page.querySelector('[data-problem]')?.textContent;
  if (!list || page.getElementById('_form') || (status !== 200 && !problem)) return 'serverError';
  return { list, problem };
}
