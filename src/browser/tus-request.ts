import { PROBLEM_HEADER } from '../application/upload-headers.ts';

const VERSION = '1.0.0';

/** A request ends where nothing has moved for so long, in milliseconds: a network may be gone without a word. */
const STALL_MS = 60_000;

/**
 * What was answered. `isOwn`: by the site itself, and not by what stands before it; `isTooSoon`: the same may be asked again later;
 * `isForVisitor`: its text says why it is refused; `url`: where the upload is; `offset`: how much of it is there.
 */
export type TusAnswer = {
  status: number;
  isOwn: boolean;
  isTooSoon: boolean;
  isForVisitor: boolean;
  offset: number;
  text: string;
  url: string;
};

/** Some proxies let nothing but GET and POST through: the site then reads the method from a header. */
let hidesMethod = false;

/** Hides methods from now on; false where that is so already. */
export function hideMethod(): boolean {
  const isNew = !hidesMethod;
  hidesMethod = true;
  return isNew;
}

/** One request of tus 1.0; undefined where no answer came. Unlike fetch, XMLHttpRequest tells how much of a body is gone. */
export function askTus(
  method: string,
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
  body?: Blob,
  onSent: (bytes: number) => void = () => undefined,
): Promise<TusAnswer | undefined> {
  const request = new XMLHttpRequest();
  const isHidden = hidesMethod && method === 'PATCH';
  request.open(isHidden ? 'POST' : method, url);
  const all = { 'Tus-Resumable': VERSION, 'HX-Request': 'true', ...headers };
  for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
  if (isHidden) request.setRequestHeader('X-HTTP-Method-Override', method);
  return new Promise((resolve) => {
    const abort = () => request.abort();
    let timer = setTimeout(abort, STALL_MS);
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(abort, STALL_MS);
      onSent(loaded);
    };
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(request.status ? answerOf(request, url) : undefined);
    };
    request.send(body);
  });
}

/** Ends an upload, also where its visitor leaves the page at once. */
export function endUpload(url: string): void {
  const override = hidesMethod ? { 'X-HTTP-Method-Override': 'DELETE' } : undefined;
  const headers = { 'Tus-Resumable': VERSION, ...override };
  fetch(url, { method: override ? 'POST' : 'DELETE', headers, keepalive: true }).catch(() => undefined);
}

function answerOf(request: XMLHttpRequest, url: string): TusAnswer {
  const said = (name: string) => request.getResponseHeader(name);
  return {
    status: request.status,
    isOwn: said('Tus-Resumable') !== null,
    isTooSoon: said('Retry-After') !== null,
    isForVisitor: said(PROBLEM_HEADER) !== null,
    offset: Number(said('Upload-Offset')),
    text: request.responseText,
    url: said('Location') ?? url,
  };
}
