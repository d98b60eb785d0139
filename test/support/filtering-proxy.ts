import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { listen } from './listen.ts';

type Options = {
  /**
   * Returns the status of the proxy's own page, `reset` to close the connection, or undefined to pass the request on. May change
   * its headers first.
   */
  block?: (request: IncomingMessage) => number | 'reset' | undefined;
  /** Changes the headers of the site's responses. */
  changeHeaders?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
};

/** Starts a proxy to a site that records the requests it passes on, as `METHOD URL`. */
export async function startFilteringProxy(
  site: string,
  { block = () => undefined, changeHeaders = (headers) => headers }: Options,
) {
  const passed: IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    const blocked = block(request);
    if (blocked === 'reset') return void request.socket.resetAndDestroy();
    if (blocked !== undefined) return void response.writeHead(blocked).end('<h1>Blocked by a proxy</h1>');
    const { method, url, headers } = request;
    passed.push(request);
    // Does not reuse connections, because one may be closing and a POST is not retried.
    const forwarded = http.request(`${site}${url}`, { agent: false, method, headers }, (answer) => {
      answer.pipe(response.writeHead(answer.statusCode ?? 500, changeHeaders(answer.headers)));
    });
    // A site that responds before the end of a body closes the connection during its rest.
    forwarded.on('error', () => response.writableEnded || response.destroy());
    request.pipe(forwarded);
  });
  return { ...(await listen(server)), passed };
}
