import { createServer } from 'node:http';
import type { DnsAnswers } from '../../../support/fake-dns.ts';
import { fakeFiles } from '../../../support/fake-files.ts';
import { listen } from '../../../support/listen.ts';

/** Starts an internal server that returns an image and must never receive a request. */
export async function startInnerServer() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host}${request.url}`);
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(fakeFiles['mark.png']?.body);
  });
  return { requests, ...(await listen(server)) };
}

/** Starts a server that redirects `/to/{URL}` to that URL, after `?hops=` redirects to itself. */
export async function startRedirector() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(JSON.stringify(request.headers));
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://redirector.example');
    const hops = Number(searchParams.get('hops') ?? 0);
    const target = decodeURIComponent(pathname.slice('/to/'.length).replace(/\/[^/]*$/u, ''));
    response.writeHead(302, { Location: hops > 0 ? `${pathname}?hops=${hops - 1}` : target }).end();
  });
  const { port, origin, close } = await listen(server);
  return {
    host: `127.0.0.1:${port}`,
    heard,
    urlTo: (target: string, hops = 0) => `${origin}/to/${encodeURIComponent(target)}/pic.png?hops=${hops}`,
    close,
  };
}

/** Host names that resolve to the inner server at the first or the second lookup. */
export const INNER_NAMES: DnsAnswers = {
  'loopback.example': [['127.0.0.1']],
  'six.example': [['::1', '::ffff:127.0.0.1']],
  'zero.example': [['0.0.0.0']],
  'private.example': [['10.0.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1']],
  'rebound.example': [['3ffe::1'], ['127.0.0.1']],
};

export const namedInnerUrls = (port: number): string[] =>
  Object.keys(INNER_NAMES).map((host) => `http://${host}:${port}/pic.png`);
