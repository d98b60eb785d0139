import { SUBMIT_KEY_HEADER } from '../../form/rules/client-protocol.ts';
import { LARGEST_PIECE_BYTES } from '../../form/rules/limits.ts';
import { createBackOff } from './back-off.ts';
import { isReadable } from './is-readable.ts';
import { type Answer, isServerError, type Sending, type Unsent } from './send-result.ts';
import { createTimeLeft } from './time-left.ts';
import { askTus, endUpload, hideMethod, type TusAnswer } from './tus-request.ts';
import { CANCEL } from './upload-queue.ts';

/** Bytes of a piece: a line that breaks costs no more than the least. */
const LEAST = 256 * 1024;
/** A piece that takes no longer than this is followed by a larger one. */
const QUICK_MS = 2000;
const REDIRECTS = 300;

/** UTF-8 in Base64, as the protocol writes what is said of a file. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/**
 * Sends a file piece by piece, and goes on where it stopped, however often the line breaks. The site finds what has come of the
 * same file before. `unsupported`: the site, or what stands before it, does not take pieces.
 */
export async function sendInPieces({
  file,
  to,
  tell,
  signal,
}: Sending): Promise<Answer | Unsent | 'unsupported'> {
  const minutesLeft = createTimeLeft();
  const backOff = createBackOff(signal);
  let url: string | undefined;
  let offset = 0;
  let bytes = LEAST;
  let isOffsetUnsure = false;

  const show = (done: number, isWaiting = false) =>
    tell({
      percent: Math.floor((100 * done) / file.size),
      minutesLeft: minutesLeft(done, file.size),
      isWaiting,
      uploadId: url?.split('/').pop(),
    });

  /** Begins the upload. One that is cancelled before it is answered is ended when the answer tells where it is. */
  function create(): Promise<TusAnswer | undefined> {
    const answered = askTus('POST', to.uploads, new AbortController().signal, {
      'Upload-Length': `${file.size}`,
      'Upload-Metadata': `filename ${base64(file.name)},lastModified ${base64(`${file.lastModified}`)}`,
      [SUBMIT_KEY_HEADER]: to.submitKey,
    });
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
      void answered.then((answer) => {
        if (signal.reason === CANCEL && answer?.isOwn) endUpload(answer.url);
        resolve(answer);
      });
    });
  }

  /** Begins the upload, asks how much of it is there, or sends the next piece. */
  function ask(): Promise<TusAnswer | undefined> {
    if (url === undefined) return create();
    if (isOffsetUnsure) return askTus('HEAD', url, signal);
    const headers = { 'Upload-Offset': `${offset}`, 'Content-Type': 'application/offset+octet-stream' };
    const begin = offset;
    return askTus('PATCH', url, signal, headers, file.slice(offset, offset + bytes), (sent) =>
      show(begin + sent),
    );
  }

  function goOn(answer: TusAnswer): void {
    if (answer.offset > offset) backOff.reset();
    ({ url, offset } = answer);
    isOffsetUnsure = false;
    show(offset);
  }

  while (!signal.aborted) {
    const startedAt = performance.now();
    const isPiece = url !== undefined && !isOffsetUnsure;
    const answer = await ask();
    if (signal.aborted) break;
    const meaning = meaningOf(answer, isPiece || url === undefined);
    if (meaning === 'ok' && answer) {
      if (isPiece && answer.offset === file.size) return answer;
      goOn(answer);
      if (isPiece)
        bytes = performance.now() - startedAt < QUICK_MS ? Math.min(2 * bytes, LARGEST_PIECE_BYTES) : LEAST;
      continue;
    }
    if (meaning === 'refused' && answer) return { refused: answer.text };
    // The site itself never answers so: tries another way once.
    if (meaning === 'foreign' && (url === undefined || !hideMethod())) return 'unsupported';
    if (meaning === 'gone') [url, offset] = [undefined, 0];
    isOffsetUnsure = url !== undefined;
    // A file that cannot be read any more never continues.
    if (!answer && !(await isReadable(file))) return 'lost';
    show(offset, !answer && backOff.attempts() > 0);
    if (await backOff.wait(meaning === 'error')) continue;
    // A proxy may fail at PATCH only: Retry takes another way.
    if (isPiece && answer?.isOwn === false && !hideMethod()) return 'unsupported';
    return answer ? 'serverError' : 'lost';
  }
  if (url !== undefined && signal.reason === CANCEL) endUpload(url);
  return 'cancelled';
}

type Meaning = 'ok' | 'error' | 'later' | 'conflict' | 'gone' | 'refused' | 'foreign';

/** Classifies an answer by its status, its sender, and whether it has words for the visitor. */
function meaningOf(answer: TusAnswer | undefined, canConflict: boolean): Meaning {
  if (!answer) return 'later';
  if (isServerError(answer.status)) return 'error';
  if (answer.isTooSoon) return 'later';
  if (!answer.isOwn) return 'foreign';
  if (answer.status < REDIRECTS) return 'ok';
  if (answer.isForVisitor && answer.text) return 'refused';
  return canConflict ? 'conflict' : 'gone';
}
