import { applicationForm, textFieldsOf } from '../../dom.ts';

const SECOND_MS = 1000;
/** Pauses after successive attempts without a response. */
const RECONNECT_DELAYS_S = [0, 1, 3, 5, 10, 20];
const MAX_RECONNECT_DELAY_S = 30;
const MAX_ATTEMPTS = 16;
/** Pause before the only retry after a server error, so that the page shows the error within three seconds. */
const ERROR_PAUSE_S = 1.5;

/** Prevents clients that failed together from retrying together. */
const withJitter = (ms: number): number => ms * (0.75 + Math.random() / 2);

/** Determines the pauses between upload attempts, and when to give up. */
export function createBackOff(signal: AbortSignal) {
  let attempts = 0;
  let hasFailed = false;
  return {
    /** Returns the number of attempts since the last progress. */
    attempts: () => attempts,

    reset(): void {
      attempts = 0;
      hasFailed = false;
    },

    /** Waits for the next attempt, at most until the browser goes online. Resolves to false if there is no next attempt. */
    async wait(isServerError: boolean): Promise<boolean> {
      const lostPauseS = RECONNECT_DELAYS_S[attempts] ?? MAX_RECONNECT_DELAY_S;
      attempts += 1;
      if (attempts > MAX_ATTEMPTS || (isServerError && hasFailed)) return false;
      hasFailed ||= isServerError;
      const ended = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise((resolve) => {
        timer = setTimeout(resolve, withJitter((isServerError ? ERROR_PAUSE_S : lostPauseS) * SECOND_MS));
        window.addEventListener('online', resolve, { signal: ended.signal });
        signal.addEventListener('abort', resolve, { signal: ended.signal });
      });
      clearTimeout(timer);
      ended.abort();
      return true;
    },
  };
}

/** While a visitor leaves a page, WebKit rejects reads until the page is gone or reactivated. */
const RECHECK_MS = 1000;

const canRead = async (file: File): Promise<boolean> =>
  (await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => undefined)) !== undefined;

/** False for folders, and for files that were moved or changed after they were picked. */
export async function isReadable(file: File): Promise<boolean> {
  if (await canRead(file)) return true;
  await new Promise((resolve) => setTimeout(resolve, RECHECK_MS));
  return canRead(file);
}

/** Time without progress after which a chunk is aborted. The kernel may buffer all of it on a slow line. */
const STALL_MS = 60_000;
/** Time after which a request without a body is aborted. */
export const MAX_SHORT_REQUEST_MS = 20_000;

export const TUS = { 'Tus-Resumable': '1.0.0' };
const HEADERS = { ...TUS, 'HX-Request': 'true' };

/** Sends a tus request with XMLHttpRequest, because fetch reports no upload progress. Resolves to undefined without a response. */
export function sendRequest(
  method: string,
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
  body?: XMLHttpRequestBodyInit,
  onSent?: (bytes: number) => void,
): Promise<XMLHttpRequest | undefined> {
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [name, value] of Object.entries({ ...HEADERS, ...headers }))
    request.setRequestHeader(name, value);
  return new Promise((resolve) => {
    const abort = () => request.abort();
    let timer = setTimeout(abort, body ? STALL_MS : MAX_SHORT_REQUEST_MS);
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(abort, STALL_MS);
      onSent?.(loaded);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(request.status ? request : undefined);
    };
    request.send(body);
  });
}

export const overrideHeaders = (method: string, sentAs?: string): Record<string, string> =>
  method === sentAs ? {} : { 'X-HTTP-Method-Override': method };

/** Resolves to undefined without a response. */
async function fetchShort(url: string, options: RequestInit): Promise<Response | undefined> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), MAX_SHORT_REQUEST_MS);
  const response = await fetch(url, { ...options, signal: abort.signal }).catch(() => undefined);
  clearTimeout(timer);
  return response;
}

/** Terminates an upload, even if the visitor is leaving the page. If proxies block this, the form removes the upload. */
export async function terminateUpload(url: string, isPatchBlocked: boolean): Promise<void> {
  const methods = isPatchBlocked ? ['POST', 'DELETE'] : ['DELETE', 'POST'];
  for (const method of methods) {
    const headers = { ...TUS, ...overrideHeaders('DELETE', method) };
    const response = await fetchShort(url, { method, headers, keepalive: true });
    if (response?.ok && response.headers.get('Tus-Resumable')) return;
  }
  const form = applicationForm();
  if (!form) return;
  const body = textFieldsOf(form);
  body.set('remove', url.split('/').pop() ?? '');
  await fetchShort(location.pathname, { method: 'POST', headers: { 'HX-Request': 'true' }, body });
}

export const isSiteReachable = async (): Promise<boolean> =>
  (await fetchShort(location.pathname, { method: 'HEAD' })) !== undefined;
