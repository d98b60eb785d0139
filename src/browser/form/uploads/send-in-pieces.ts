import { NEEDS_FORM, SUBMIT_KEY_HEADER } from '../../../applications/rules/client-protocol.ts';
import { LARGEST_PIECE_BYTES } from '../../../applications/rules/limits.ts';
import { createBackOff } from './back-off.ts';
import { CANCEL } from './upload-queue.ts';
import {
  type FormResponse,
  hideMethod,
  isReadable,
  isServerError,
  type NotSent,
  type Sending,
  sendTusRequest,
  type TusResponse,
  terminateUpload,
} from './upload-request.ts';

/** Size of the first piece. A lost connection loses at most one piece. */
const SMALLEST_PIECE_BYTES = 256 * 1024;
/** Maximum time of a piece after which the next piece is larger. */
const QUICK_MS = 2000;
const FIRST_REDIRECT = 300;
const INVALID = 422;

/** Encodes UTF-8 as Base64 for `Upload-Metadata`. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/**
 * Sends a file with tus and continues after every lost connection. The site finds earlier pieces of the same file. `unsupported`:
 * the site or a proxy does not accept pieces.
 */
export async function sendInPieces({
  file,
  to,
  onProgress,
  signal,
}: Sending): Promise<FormResponse | NotSent | 'unsupported'> {
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

  /** Creates the upload. After a cancellation, still waits for the response, which names the upload to terminate. */
  function create(): Promise<TusResponse | undefined> {
    const created = sendTusRequest('POST', to.uploads, new AbortController().signal, {
      'Upload-Length': `${file.size}`,
      'Upload-Metadata': `filename ${base64(file.name)},lastModified ${base64(`${file.lastModified}`)}`,
      [SUBMIT_KEY_HEADER]: to.submitKey,
    });
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
      void created.then((response) => {
        if (signal.reason === CANCEL && response?.isFromSite) terminateUpload(response.url);
        resolve(response);
      });
    });
  }

  /** Creates the upload, requests its offset, or sends the next piece. */
  function sendNext(): Promise<TusResponse | undefined> {
    if (url === undefined) return create();
    if (isOffsetUnsure) return sendTusRequest('HEAD', url, signal);
    const headers = { 'Upload-Offset': `${offset}`, 'Content-Type': 'application/offset+octet-stream' };
    const start = offset;
    return sendTusRequest('PATCH', url, signal, headers, file.slice(start, start + pieceBytes), (sent) =>
      show(start + sent),
    );
  }

  function advance(response: TusResponse): void {
    if (response.offset > offset) backOff.reset();
    ({ url, offset } = response);
    isOffsetUnsure = false;
    show(offset);
  }

  while (!signal.aborted) {
    const startedAt = performance.now();
    const isPiece = url !== undefined && !isOffsetUnsure;
    const response = await sendNext();
    if (signal.aborted) break;
    const meaning = meaningOf(response, isPiece || url === undefined);
    if (meaning === 'ok' && response) {
      if (isPiece && response.offset === file.size) return response;
      advance(response);
      if (isPiece) {
        const isQuick = performance.now() - startedAt < QUICK_MS;
        pieceBytes = isQuick ? Math.min(2 * pieceBytes, LARGEST_PIECE_BYTES) : SMALLEST_PIECE_BYTES;
      }
      continue;
    }
    if (meaning === 'refused' && response) {
      if (response.problem === NEEDS_FORM) return 'held';
      // The server has removed a file with invalid content.
      if (isPiece && response.status === INVALID) {
        url = undefined;
        show(file.size);
      }
      return { refused: response.text };
    }
    // A proxy responded, so the next attempt hides the method.
    if (meaning === 'foreign' && (url === undefined || !hideMethod())) return 'unsupported';
    if (meaning === 'gone') [url, offset] = [undefined, 0];
    isOffsetUnsure = url !== undefined;
    if (!response && !(await isReadable(file))) return 'lost';
    show(offset, !response && backOff.attempts() > 0);
    if (await backOff.wait(meaning === 'error')) continue;
    // A proxy may reject only PATCH, so the applicant's retry hides the method.
    if (isPiece && response?.isFromSite === false && !hideMethod()) return 'unsupported';
    return response ? 'serverError' : 'lost';
  }
  return 'cancelled';
}

type Meaning = 'ok' | 'error' | 'later' | 'conflict' | 'gone' | 'refused' | 'foreign';

function meaningOf(response: TusResponse | undefined, canConflict: boolean): Meaning {
  if (!response) return 'later';
  if (isServerError(response.status)) return 'error';
  if (response.isTooSoon) return 'later';
  if (!response.isFromSite) return 'foreign';
  if (response.status < FIRST_REDIRECT) return 'ok';
  if (response.problem && response.text) return 'refused';
  return canConflict ? 'conflict' : 'gone';
}
