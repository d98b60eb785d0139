import { LARGEST_PIECE_BYTES } from '../application/limits.ts';
import { SUBMIT_KEY_HEADER } from '../application/upload-headers.ts';
import { backOff } from './back-off.ts';
import { isReadable } from './is-readable.ts';
import type { Answer, Sending } from './sending.ts';
import { createTimeLeft } from './time-left.ts';
import { askTus, endUpload, hideMethod, type TusAnswer } from './tus-request.ts';
import { CANCEL } from './upload-queue.ts';

/** Bytes of a piece: a line that breaks costs no more than the least. */
const LEAST = 256 * 1024;
/** A piece that takes no longer than this, in milliseconds, is followed by a larger one. */
const QUICK_MS = 2000;

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
}: Sending): Promise<Answer | { refused: string } | 'failed' | 'cancelled' | 'unsupported'> {
  const minutesLeft = createTimeLeft();
  let url: string | undefined;
  let offset = 0;
  let bytes = LEAST;
  let tries = 0;
  let isLost = false;

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
    if (isLost) return askTus('HEAD', url, signal);
    const headers = { 'Upload-Offset': `${offset}`, 'Content-Type': 'application/offset+octet-stream' };
    const begin = offset;
    return askTus('PATCH', url, signal, headers, file.slice(offset, offset + bytes), (sent) =>
      show(begin + sent),
    );
  }

  function goOn(answer: TusAnswer): void {
    if (answer.offset > offset) tries = 0;
    ({ url, offset } = answer);
    isLost = false;
    show(offset);
  }

  while (!signal.aborted) {
    const startedAt = performance.now();
    const isPiece = url !== undefined && !isLost;
    const answer = await ask();
    if (signal.aborted) break;
    const meaning = meaningOf(answer, { isPiece, isFirst: url === undefined, tries });
    if (meaning === 'ok' && answer) {
      if (isPiece && answer.offset === file.size) return answer;
      goOn(answer);
      if (isPiece)
        bytes = performance.now() - startedAt < QUICK_MS ? Math.min(2 * bytes, LARGEST_PIECE_BYTES) : LEAST;
      continue;
    }
    if (meaning === 'refused' && answer) return { refused: answer.text };
    // Another way for the same is tried once; the site itself never answers so.
    if (meaning === 'foreign' && (url === undefined || !hideMethod())) return 'unsupported';
    if (meaning === 'gone') [url, offset] = [undefined, 0];
    isLost = url !== undefined;
    if (tries > 0) show(offset, true);
    // A file that cannot be read any more never goes on.
    if (!answer && !(await isReadable(file))) return 'failed';
    if (!(await backOff(tries++, signal))) return 'failed';
  }
  if (url !== undefined && signal.reason === CANCEL) endUpload(url);
  return 'cancelled';
}

/** A fault that only pieces meet, so many times on end, is of what stands before the site. */
const MOST_FAULTS = 3;
const [GOOD, FAULT] = [2, 5];

type Meaning = 'ok' | 'later' | 'conflict' | 'gone' | 'refused' | 'foreign';
type Asked = { isPiece: boolean; isFirst: boolean; tries: number };

/** What an answer means for the sending: by its class, who gave it, and whether it has words for the visitor. */
function meaningOf(answer: TusAnswer | undefined, { isPiece, isFirst, tries }: Asked): Meaning {
  if (!answer || answer.isTooSoon) return 'later';
  const kind = Math.floor(answer.status / 100);
  if (kind === FAULT && (answer.isOwn || !isPiece || tries < MOST_FAULTS)) return 'later';
  if (!answer.isOwn) return 'foreign';
  if (kind === GOOD) return 'ok';
  if (answer.isForVisitor && answer.text) return 'refused';
  return isPiece || isFirst ? 'conflict' : 'gone';
}
