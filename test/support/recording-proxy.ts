import http, { type IncomingMessage } from 'node:http';
import { listen } from './listen.ts';

/** `path`: with query. `purpose`: the header `Sec-Purpose`. */
type RecordedRequest = { path: string; purpose?: string };

const forward = (base: string, request: IncomingMessage) => {
  const { method, headers, url = '/' } = request;
  const { host } = new URL(base);
  return http.request(new URL(url, base), { agent: false, method, headers: { ...headers, host } });
};

/** Starts a proxy in front of a site. It records all requests. */
export async function startRecordingProxy(base: string) {
  const requests: RecordedRequest[] = [];
  const server = http.createServer((request, response) => {
    requests.push({ path: request.url ?? '', purpose: request.headers['sec-purpose'] as string | undefined });
    const forwarded = forward(base, request);
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  const { port, close } = await listen(server);
  return { base: `http://127.0.0.1:${port}`, requests, [Symbol.asyncDispose]: close };
}
