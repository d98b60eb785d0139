/** A request ends where nothing has moved for so long, in milliseconds: a network may be gone without a word. */
const STALL_MS = 60_000;

/**
 * What was answered. `isOwn`: by the site itself, and not by what stands before it; `isTooSoon`: the same may be asked again later;
 * `url`: where the upload is; `offset`: how much of it is there.
 */
export type TusAnswer = {
  status: number;
  isOwn: boolean;
  isTooSoon: boolean;
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
  const isHidden = hidesMethod && /PATCH|DELETE/u.test(method);
  request.open(isHidden ? 'POST' : method, url);
  const all = { 'Tus-Resumable': '1.0.0', 'HX-Request': 'true', ...headers };
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

function answerOf(request: XMLHttpRequest, url: string): TusAnswer {
  const said = (name: string) => request.getResponseHeader(name);
  return {
    status: request.status,
    isOwn: said('Tus-Resumable') !== null,
    isTooSoon: said('Retry-After') !== null,
    offset: Number(said('Upload-Offset')),
    text: request.responseText,
    url: said('Location') ?? url,
  };
}
