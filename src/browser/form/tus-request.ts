import { PROBLEM_HEADER } from '../../form/rules/client-protocol.ts';
import { sendXhr } from './xhr.ts';

const VERSION = '1.0.0';

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

/** Sends one request of tus 1.0; undefined if no answer came. */
export async function askTus(
  method: string,
  url: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
  body?: Blob,
  onSent?: (bytes: number) => void,
): Promise<TusAnswer | undefined> {
  const isHidden = hidesMethod && method === 'PATCH';
  const request = await sendXhr(isHidden ? 'POST' : method, url, {
    headers: {
      'Tus-Resumable': VERSION,
      'HX-Request': 'true',
      ...headers,
      ...(isHidden && { 'X-HTTP-Method-Override': method }),
    },
    body,
    signal,
    onSent,
  });
  return request && answerOf(request, url);
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
