import { PROBLEM_HEADER } from '../../../applications/rules/client-protocol.ts';
import type { Progress } from './upload-queue.ts';

/** A file to send. `to` has the URLs and keys of its form. */
export type Sending = {
  file: File;
  to: { uploads: string; files: string; token: string; submitKey: string };
  onProgress: (progress: Progress) => void;
  signal: AbortSignal;
};

/** Final response to the form's request. */
export type FormResponse = { status: number; text: string };

/** Reason why a file was not sent. `lost`: no response. `held`: must be sent with the form. `refused`: text for the applicant. */
export type NotSent = 'lost' | 'serverError' | 'cancelled' | 'held' | { refused: string };

const FIRST_SERVER_ERROR = 500;
/** Server errors without a retry: a proxy does not support the method (501), or the site has no space (507). */
const NO_RETRY = [501, 507];

export const isServerError = (status: number): boolean =>
  status >= FIRST_SERVER_ERROR && !NO_RETRY.includes(status);

/** WebKit rejects reads when a page begins to be left. The page is gone or reads again after this time. */
const RECHECK_MS = 1000;

const canRead = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Whether a file can be read. False for folders, and for files that were moved or changed after they were picked. */
export async function isReadable(file: File): Promise<boolean> {
  if (await canRead(file)) return true;
  await new Promise((resolve) => setTimeout(resolve, RECHECK_MS));
  return canRead(file);
}

/** Time without progress after which a request has lost its network. */
const STALL_MS = 60_000;
const TUS_VERSION = '1.0.0';

type RequestOptions = {
  headers: Record<string, string>;
  body?: XMLHttpRequestBodyInit;
  signal: AbortSignal;
  onSent?: (sent: number, total: number) => void;
};

/** Sends a request with XMLHttpRequest, which reports upload progress, unlike fetch. Resolves to undefined without a response. */
export function sendRequest(
  method: string,
  url: string,
  { headers, body, signal, onSent }: RequestOptions,
): Promise<XMLHttpRequest | undefined> {
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  return new Promise((resolve) => {
    const abort = () => request.abort();
    let timer = setTimeout(abort, STALL_MS);
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(abort, STALL_MS);
      onSent?.(loaded, total);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(request.status ? request : undefined);
    };
    request.send(body);
  });
}

export type TusResponse = {
  status: number;
  /** Whether the site responded, not a proxy. */
  isFromSite: boolean;
  /** Whether the request can be repeated later. */
  isTooSoon: boolean;
  /** Set if the text explains to the applicant why the file is refused. */
  problem: string | null;
  offset: number;
  text: string;
  url: string;
};

/** Whether a header contains the method, because some proxies pass only GET and POST. */
let hidesMethod = false;

/** Hides the method of later requests. Returns false if methods were already hidden. */
export function hideMethod(): boolean {
  const isNew = !hidesMethod;
  hidesMethod = true;
  return isNew;
}

/** Sends a tus 1.0 request. Resolves to undefined without a response. */
export async function sendTusRequest(
  method: string,
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
  body?: Blob,
  onSent?: (bytes: number) => void,
): Promise<TusResponse | undefined> {
  const isHidden = hidesMethod && method === 'PATCH';
  const request = await sendRequest(isHidden ? 'POST' : method, url, {
    headers: {
      'Tus-Resumable': TUS_VERSION,
      'HX-Request': 'true',
      ...headers,
      ...(isHidden && { 'X-HTTP-Method-Override': method }),
    },
    body,
    signal,
    onSent,
  });
  return request && tusResponseOf(request, url);
}

/** Terminates an upload, even if the visitor is leaving the page. */
export function terminateUpload(url: string): void {
  const override = hidesMethod ? { 'X-HTTP-Method-Override': 'DELETE' } : undefined;
  const headers = { 'Tus-Resumable': TUS_VERSION, ...override };
  fetch(url, { method: override ? 'POST' : 'DELETE', headers, keepalive: true }).catch(() => undefined);
}

function tusResponseOf(request: XMLHttpRequest, url: string): TusResponse {
  const header = (name: string) => request.getResponseHeader(name);
  return {
    status: request.status,
    isFromSite: header('Tus-Resumable') !== null,
    isTooSoon: header('Retry-After') !== null,
    problem: header(PROBLEM_HEADER),
    offset: Number(header('Upload-Offset')),
    text: request.responseText,
    url: header('Location') ?? url,
  };
}
