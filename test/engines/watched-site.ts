import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FormSite, startFormSite } from '../browser/form/form-site.ts';

/** Where the pages tell what went wrong in them. */
const FAULTS = '/_faults';
const COLLECTOR = '/_faults.js';
/** An engine of 2018 understands it; a module would come too late. */
const COLLECTOR_TEXT = `
  function tell(words) { new Image().src = '${FAULTS}?' + encodeURIComponent(location.pathname + ': ' + words); }
  addEventListener('error', function (event) { if (event.message) tell(event.message + ' ' + event.filename + ':' + event.lineno); });
  addEventListener('unhandledrejection', function (event) { tell(String(event.reason && event.reason.stack || event.reason)); });
  addEventListener('securitypolicyviolation', function (event) { tell(event.violatedDirective + ' ' + event.blockedURI); });
`;

export type WatchedSite = {
  /** Origins of the site with scripts, and of the same site where the policy lets none run. */
  withScripts: string;
  withoutScripts: string;
  /** What went wrong since it was last asked: exceptions in pages, and parts of pages that did not come. */
  faults: () => string[];
  stop: () => Promise<void>;
};

/**
 * The site behind a proxy that watches it, the same way for every engine: each page gets a script that reports exceptions, and
 * a policy against scripts stands in for a browser that has none.
 */
export async function startWatchedSite(): Promise<WatchedSite> {
  const site = await startFormSite();
  const faults: string[] = [];
  const [on, off] = await Promise.all([startProxy(site, faults, true), startProxy(site, faults, false)]);
  return {
    withScripts: on.origin,
    withoutScripts: off.origin,
    faults: () => faults.splice(0),
    stop: async () => {
      on.close();
      off.close();
      await site.stop();
    },
  };
}

async function startProxy(site: FormSite, faults: string[], hasScripts: boolean) {
  const server = createServer((asked, answer) => {
    if (asked.url?.startsWith(`${FAULTS}?`)) {
      faults.push(decodeURIComponent(asked.url.slice(FAULTS.length + 1)));
      answer.writeHead(204).end();
    } else if (asked.url === COLLECTOR) {
      answer.writeHead(200, { 'content-type': 'text/javascript' }).end(COLLECTOR_TEXT);
    } else {
      passOn(site, faults, hasScripts, asked, answer);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(
  site: FormSite,
  faults: string[],
  hasScripts: boolean,
  asked: IncomingMessage,
  answer: ServerResponse,
): void {
  const headers = { ...asked.headers, 'accept-encoding': 'identity' };
  const inner = request(site.base + asked.url, { method: asked.method, headers }, (got) => {
    const { statusCode = 502 } = got;
    const isPage = /^text\/html/u.test(got.headers['content-type'] ?? '') && asked.method !== 'HEAD';
    if (!isPage && statusCode >= 400) faults.push(`${statusCode} ${asked.url}`);
    if (!isPage) {
      answer.writeHead(statusCode, got.headers);
      got.pipe(answer);
      return;
    }
    const policy = [
      got.headers['content-security-policy'] ?? '',
      ...(hasScripts ? [] : ["script-src 'none'"]),
    ];
    const { 'content-length': _length, ...rest } = got.headers;
    answer.writeHead(statusCode, { ...rest, 'content-security-policy': policy.filter(Boolean).join(', ') });
    got
      .setEncoding('utf8')
      .toArray()
      .then(
        (parts) =>
          answer.end(
            hasScripts
              ? parts.join('').replace('<head>', `<head><script src="${COLLECTOR}"></script>`)
              : parts.join(''),
          ),
        () => answer.destroy(),
      );
  });
  inner.once('error', () => answer.destroy());
  answer.once('close', () => inner.destroy());
  asked.pipe(inner);
}
