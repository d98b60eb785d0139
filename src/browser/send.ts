import { NEEDS_FORM, PROBLEM_HEADER, SUBMIT_KEY_HEADER } from '../applications/rules/form-protocol.ts';
import { MAX_CHUNK_BYTES, MIN_CHUNK_BYTES } from '../applications/rules/limits.ts';
import type { Progress, State } from './form/uploads/upload-queue.ts';
import {
  createBackOff,
  isReadable,
  isSiteReachable,
  MAX_SHORT_REQUEST_MS,
  overrideHeaders,
  sendRequest,
  terminateUpload,
} from './form/uploads/upload-request.ts';

export { replaceFileList } from './form/uploads/file-list.ts';

type Sending = {
  file: File;
  uploadsUrl: string;
  submitKey: string;
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
};

/** The upload of a file. `offset` is undefined after a failure. */
type Upload = Sending & { url?: string; offset?: number; chunkBytes: number };

/** `message`: message key, or `text` from the site. `list`: the new file list. */
type Sent = { state: State; message: string; text?: string; list?: Element };

const DEFERRED: Sent = { state: 'deferred', message: 'deferred' };
const BLOCKED: Sent = { state: 'deferred', message: 'blocked' };

/** `retry`: the site expects another request, or later. `blocked`: the response is not from the site. */
type Answer = Sent | 'accepted' | 'lost' | 'serverError' | 'retry' | 'blocked';

/** Methods that no proxy is known to block, the preferred one first. */
const chunkMethods = ['PATCH', 'POST'];

/** Small: a lost connection loses a chunk. */
const FIRST_CHUNK_BYTES = 256 * 1024;
/** Smaller behind a proxy that limits the size of requests. */
let maxChunkBytes = MAX_CHUNK_BYTES;
/** If a chunk is sent in less time, the next chunk is larger. */
const QUICK_MS = 2000;
/** Lost attempts after which the upload is shown as waiting for the network. */
const MAX_HIDDEN_LOSSES = 3;
/** Lost attempts without any progress after which the upload counts as blocked if the site is reachable. */
const MAX_FIRST_LOSSES = 5;

const FIRST_REDIRECT = 300;
const TOO_LARGE = 413;
const INVALID = 422;
const FIRST_SERVER_ERROR = 500;
/** Server errors without a retry: a proxy does not support the method (501), or the site has no space (507). */
const NO_RETRY = [501, 507];

function classify(response: XMLHttpRequest | undefined): Answer {
  if (!response) return 'lost';
  const { status, responseText } = response;
  const problem = response.getResponseHeader(PROBLEM_HEADER);
  if (problem === NEEDS_FORM) return DEFERRED;
  if (status >= FIRST_SERVER_ERROR && !NO_RETRY.includes(status)) return 'serverError';
  if (response.getResponseHeader('Retry-After')) return 'retry';
  if (!response.getResponseHeader('Tus-Resumable')) return 'blocked';
  if (status < FIRST_REDIRECT) return 'accepted';
  return problem ? { state: 'refused', message: '', text: responseText } : 'retry';
}

function reportProgress({ file, url, onProgress }: Upload, done: number, isWaiting = false): void {
  onProgress({ percent: Math.floor((100 * done) / file.size), isWaiting, uploadId: url?.split('/').pop() });
}

/** Reads the offset from a response, or returns why the site sent none. */
function readOffset(upload: Upload, response: XMLHttpRequest | undefined): Answer {
  const answer = classify(response);
  if (!response || answer !== 'accepted') return answer;
  const offset = Number(response.getResponseHeader('Upload-Offset'));
  // A proxy may drop a chunk's body or change the response.
  const hasAdvanced = upload.offset === undefined || offset > upload.offset;
  if (!hasAdvanced || !(offset <= upload.file.size)) return 'blocked';
  upload.url ??= response.getResponseHeader('Location') ?? undefined;
  upload.offset = offset;
  reportProgress(upload, offset);
  return answer;
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Creates an upload, or finds an earlier one of the same file. Not aborted, because the response names the upload. */
async function createUpload(upload: Upload): Promise<Answer> {
  const { file, uploadsUrl, submitKey, signal } = upload;
  const response = await sendRequest('POST', uploadsUrl, new AbortController().signal, {
    'Upload-Length': `${file.size}`,
    'Upload-Metadata': `filename ${base64(file.name)},lastModified ${base64(`${file.lastModified}`)}`,
    [SUBMIT_KEY_HEADER]: submitKey,
  });
  const answer = readOffset(upload, response);
  if (signal.aborted && upload.url) await removeUpload(upload.url);
  const isBlocked = answer === 'blocked' || (answer === 'accepted' && !upload.url);
  return isBlocked ? BLOCKED : answer;
}

/** An upload that is gone is created again. */
async function findOffset(upload: Upload, url: string): Promise<Answer> {
  const answer = readOffset(upload, await sendRequest('HEAD', url, upload.signal));
  if (answer === 'blocked' || answer === 'retry') upload.url = undefined;
  return answer;
}

/** Drops a method that is blocked. */
async function sendChunk(upload: Upload, url: string, offset: number): Promise<Answer> {
  const { file, chunkBytes, signal } = upload;
  const startedAt = performance.now();
  const [method = ''] = chunkMethods;
  const headers = overrideHeaders('PATCH', method);
  headers['Content-Type'] = 'application/offset+octet-stream';
  headers['Upload-Offset'] = `${offset}`;
  const chunk = file.slice(offset, offset + chunkBytes);
  const onSent = (bytes: number) => reportProgress(upload, offset + bytes);
  const response = await sendRequest(method, url, signal, headers, chunk, onSent);
  const answer = readOffset(upload, response);
  const isQuick = answer === 'accepted' && performance.now() - startedAt < QUICK_MS;
  const isTooLarge = answer === 'blocked' && response?.status === TOO_LARGE && chunk.size > MIN_CHUNK_BYTES;
  if (isTooLarge) maxChunkBytes = Math.max(chunk.size >> 1, MIN_CHUNK_BYTES);
  upload.chunkBytes = Math.min(isQuick ? 2 * chunkBytes : FIRST_CHUNK_BYTES, maxChunkBytes);
  if (response && answer === 'accepted' && upload.offset === file.size) return readList(response);
  // The server has removed the upload, because its content is invalid.
  if (response?.status === INVALID) reportProgress({ ...upload, url: undefined }, offset);
  if (isTooLarge) return 'accepted';
  if (answer !== 'blocked') return answer;
  return chunkMethods.length > 1 && chunkMethods.shift() ? 'accepted' : BLOCKED;
}

function readList({ responseText }: XMLHttpRequest): Answer {
  const list = new DOMParser().parseFromString(responseText, 'text/html').getElementById('_files');
  return list ? { state: 'ended', message: 'success', list } : 'serverError';
}

export const removeUpload = (url: string): Promise<void> => terminateUpload(url, chunkMethods[0] === 'POST');

/** Sends a file with tus 1.0 and continues after every lost connection. The form loads this script for the first file. */
export async function uploadFile(sending: Sending): Promise<Sent> {
  const { file, signal } = sending;
  const upload: Upload = { ...sending, chunkBytes: Math.min(FIRST_CHUNK_BYTES, maxChunkBytes) };
  const backOff = createBackOff(signal);
  let confirmed = 0;
  while (!signal.aborted) {
    const { url, offset } = upload;
    const startedAt = performance.now();
    let answer: Answer;
    if (url === undefined) answer = await createUpload(upload);
    else if (offset === undefined) answer = await findOffset(upload, url);
    else answer = await sendChunk(upload, url, offset);
    if (signal.aborted) break;
    if (typeof answer === 'object') return answer;
    if (answer === 'accepted') {
      const { offset: reached = 0 } = upload;
      if (reached > confirmed) backOff.reset();
      confirmed = Math.max(confirmed, reached);
      continue;
    }
    const isLost = answer === 'lost';
    // Some proxies close the connection on an unknown method, or drop the override header.
    if (offset !== undefined && answer !== 'serverError') chunkMethods.reverse();
    if (isLost && !(await isReadable(file))) return { state: 'refused', message: 'unreadable' };
    const isNeverSent = isLost && confirmed === 0 && backOff.attempts() >= MAX_FIRST_LOSSES;
    if (isNeverSent && (await isSiteReachable())) return BLOCKED;
    upload.offset = undefined;
    const isStalled = performance.now() - startedAt >= MAX_SHORT_REQUEST_MS;
    if (isLost && (isStalled || backOff.attempts() >= MAX_HIDDEN_LOSSES))
      reportProgress(upload, confirmed, true);
    if (!(await backOff.wait(answer === 'serverError')))
      return { state: 'failed', message: isLost ? 'lost' : 'serverError' };
  }
  return DEFERRED;
}
