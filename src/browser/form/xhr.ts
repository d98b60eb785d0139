/** A network may be gone without a word: a request ends if nothing has moved for so long. */
const STALL_MS = 60_000;

type Options = {
  headers: Record<string, string>;
  body?: XMLHttpRequestBodyInit;
  signal: AbortSignal;
  onSent?: (sent: number, total: number) => void;
};

/** Sends a request; undefined if no answer came. Unlike fetch, XMLHttpRequest reports how much of a body was sent. */
export function sendXhr(
  method: string,
  url: string,
  { headers, body, signal, onSent }: Options,
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
