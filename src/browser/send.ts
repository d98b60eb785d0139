import { NEEDS_FORM, PROBLEM_HEADER, SUBMIT_KEY_HEADER } from '../applications/rules/client-protocol.ts';
import { LARGEST_PIECE_BYTES } from '../applications/rules/limits.ts';
import { CANCEL, type Progress } from './form/uploads/upload-queue.ts';
import { createBackOff, isReadable, sendRequest } from './form/uploads/upload-request.ts';

/** A file to send. `to` has the URLs and keys of its form. */
type Sending = {
  file: File;
  to: { uploads: string; files: string; token: string; submitKey: string };
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
};

/**
 * Reason why a file was not sent. `lost`: there was no response. `held`: the file must be sent with the form. `unreadable`: it was
 * moved or changed, or is a folder.
 */
type NotSent = 'lost' | 'serverError' | 'cancelled' | 'held' | 'unreadable';

/** Result of sending a file: the new file list, the reason why the file was refused (a text for the applicant), or both. */
type Sent = { list?: HTMLElement; problem?: string } | NotSent;

const TUS = { 'Tus-Resumable': '1.0.0' };
const HTMX = { 'HX-Request': 'true' };

/** Size of the first piece, which is small because a lost connection loses one piece. */
const SMALLEST_PIECE_BYTES = 256 * 1024;
/** If a piece is sent in less time, the next piece is larger. */
const QUICK_MS = 2000;

const FIRST_REDIRECT = 300;
const INVALID = 422;
const FIRST_SERVER_ERROR = 500;
/** Server errors without a retry: a proxy does not support the method (501), or the site has no space (507). */
const NO_RETRY = [501, 507];

const isServerError = (response: XMLHttpRequest): boolean =>
  response.status >= FIRST_SERVER_ERROR && !NO_RETRY.includes(response.status);
/** Whether a response to a tus request is from the site rather than from a proxy. */
const isFromSite = (response: XMLHttpRequest): boolean =>
  response.getResponseHeader('Tus-Resumable') !== null;
const offsetOf = (response: XMLHttpRequest): number => Number(response.getResponseHeader('Upload-Offset'));

/** Encodes a text as Base64 for `Upload-Metadata`. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Whether the site or a proxy rejects uploads in pieces. */
let sendsWhole = false;

/**
 * Sends a file with tus 1.0 and continues after every lost connection. The site finds earlier pieces of the same file. If the site
 * or a proxy does not accept pieces, sends the whole file in one POST. The form loads this script for the first file.
 */
export async function send({ file, to, onProgress, signal }: Sending): Promise<Sent> {
  const backOff = createBackOff(signal);
  let url: string | undefined;
  let offset = 0;
  let pieceBytes = SMALLEST_PIECE_BYTES;
  let isOffsetUnsure = false;

  const show = (done: number, isWaiting = false) =>
    onProgress({
      percent: Math.floor((100 * done) / file.size),
      isWaiting,
      uploadId: url?.split('/').pop(),
    });

  /** Creates the upload. After a cancellation, the request continues, because its response contains the URL to terminate. */
  function create(): Promise<XMLHttpRequest | undefined> {
    const created = sendRequest('POST', to.uploads, new AbortController().signal, {
      ...TUS,
      ...HTMX,
      'Upload-Length': `${file.size}`,
      'Upload-Metadata': `filename ${base64(file.name)},lastModified ${base64(`${file.lastModified}`)}`,
      [SUBMIT_KEY_HEADER]: to.submitKey,
    });
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
      void created.then((response) => {
        const location = response?.getResponseHeader('Location');
        if (signal.reason === CANCEL && location) terminateUpload(location);
        resolve(response);
      });
    });
  }

  /** Creates the upload, requests its offset, or sends the next piece. */
  function sendNext(): Promise<XMLHttpRequest | undefined> {
    if (sendsWhole)
      return sendRequest('POST', to.files, signal, HTMX, bodyOf(file, to), (sent) =>
        show(Math.min(sent, file.size)),
      );
    if (url === undefined) return create();
    if (isOffsetUnsure) return sendRequest('HEAD', url, signal, TUS);
    const type = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': `${offset}` };
    const start = offset;
    const piece = file.slice(start, start + pieceBytes);
    return sendRequest('PATCH', url, signal, { ...TUS, ...HTMX, ...type }, piece, (sent) =>
      show(start + sent),
    );
  }

  while (!signal.aborted) {
    const startedAt = performance.now();
    const isPiece = !sendsWhole && url !== undefined && !isOffsetUnsure;
    const response = await sendNext();
    if (signal.aborted) break;
    if (response?.getResponseHeader(PROBLEM_HEADER) === NEEDS_FORM) return 'held';
    if (response && !isServerError(response)) {
      const { status, responseText } = response;
      const isTooSoon = response.getResponseHeader('Retry-After') !== null;
      const isAccepted = isFromSite(response) && status < FIRST_REDIRECT;
      if (sendsWhole || (isPiece && isAccepted && offsetOf(response) === file.size))
        return readResponse(response);
      if (isAccepted) {
        if (offsetOf(response) > offset) backOff.reset();
        url = response.getResponseHeader('Location') ?? url;
        offset = offsetOf(response);
        isOffsetUnsure = false;
        show(offset);
        const isQuick = isPiece && performance.now() - startedAt < QUICK_MS;
        pieceBytes = isQuick ? Math.min(2 * pieceBytes, LARGEST_PIECE_BYTES) : SMALLEST_PIECE_BYTES;
        continue;
      }
      if (!isTooSoon && !isFromSite(response)) {
        sendsWhole = true;
        continue;
      }
      if (!isTooSoon && responseText && response.getResponseHeader(PROBLEM_HEADER)) {
        // The server has removed the upload, because its content is invalid.
        if (isPiece && status === INVALID) url = undefined;
        show(offset);
        return { problem: responseText };
      }
      // The upload is gone.
      if (!isTooSoon && isOffsetUnsure) [url, offset] = [undefined, 0];
    }
    if (!response && !(await isReadable(file))) return 'unreadable';
    isOffsetUnsure = url !== undefined;
    show(offset, !response && backOff.attempts() > 0);
    if (!(await backOff.wait(response !== undefined && isServerError(response))))
      return response ? 'serverError' : 'lost';
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

/** Reads the result from a response. A response without a file list, such as an error page, counts as a server error. */
function readResponse({ status, responseText }: XMLHttpRequest): Sent {
  const page = new DOMParser().parseFromString(responseText, 'text/html');
  const list = page.getElementById('_files');
  const problem = page.querySelector('[data-problem]')?.textContent;
  if (!list || page.getElementById('_form') || (status !== 200 && !problem)) return 'serverError';
  return { list, problem };
}

/** Terminates an upload, even if the visitor is leaving the page. */
export function terminateUpload(url: string): void {
  fetch(url, { method: 'DELETE', headers: TUS, keepalive: true }).catch(() => undefined);
}
