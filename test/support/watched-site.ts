import http, { type IncomingMessage } from 'node:http';
import { listen } from './listen.ts';

/** A request: path with query, and `Sec-Purpose`. */
export type Asked = { path: string; purpose?: string };

const passOn = (base: string, request: IncomingMessage) => {
  const { method, headers, url = '/' } = request;
  const { host } = new URL(base);
  return http.request(new URL(url, base), { agent: false, method, headers: { ...headers, host } });
};

/** Starts a proxy in front of a site that records all requests. */
export async function watchedSite(base: string) {
  const asked: Asked[] = [];
  const server = http.createServer((request, response) => {
    asked.push({ path: request.url ?? '', purpose: request.headers['sec-purpose'] as string | undefined });
    const passed = passOn(base, request);
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.rawHeaders);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  const { port, close } = await listen(server);
  return { base: `http://127.0.0.1:${port}`, asked, [Symbol.asyncDispose]: close };
}
