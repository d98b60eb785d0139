import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { languages } from '../../src/i18n/languages.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { listen } from '../support/listen.ts';
import { inLanguage } from '../support/page-kinds.ts';
import { until } from '../support/until.ts';

/** Path to which pages report their errors. */
const ERRORS = '/_errors';
const COLLECTOR = '/_errors.js';
/** Script in the syntax of 2018. A module would run too late. */
const COLLECTOR_TEXT = `
  function tell(words) { new Image().src = '${ERRORS}?' + encodeURIComponent(location.pathname + ': ' + words); }
  addEventListener('error', function (event) { if (event.message) tell(event.message + ' ' + event.filename + ':' + event.lineno); });
  addEventListener('unhandledrejection', function (event) { tell(String(event.reason && event.reason.stack || event.reason)); });
  addEventListener('securitypolicyviolation', function (event) { tell(event.violatedDirective + ' ' + event.blockedURI); });
`;

/** Keeps the content unchanged for all engines of a run. */
const ENVIRONMENT = { ...TEST_SETTINGS, CONTENT_FRESH_S: '3600', API_TIMEOUT_MS: '30000', LOG_LEVEL: 'info' };
/** Log line of a complete search index. */
const IS_WHOLE = /"pages can be searched"/u;

async function untilSearchable({ base, stdout }: DemoSite): Promise<void> {
  for (const language of languages) await fetch(`${base}${inLanguage(language, '/search?keyword=a')}`);
  const isWhole = () => stdout.filter((line) => IS_WHOLE.test(line)).length >= languages.length;
  await until('all pages can be searched', isWhole, { timeoutMs: 60_000 });
}

/**
 * Starts a site behind a proxy that adds a script to each page, which reports exceptions. A second proxy forbids scripts by policy,
 * which simulates a browser without JavaScript.
 */
export async function startObservedSite() {
  const site = await startDemoSite({ environment: ENVIRONMENT });
  await untilSearchable(site);
  const errors: string[] = [];
  const start = (hasScripts: boolean) =>
    listen(
      createServer((incoming, response) =>
        respond({ base: site.base, errors, hasScripts }, incoming, response),
      ),
    );
  const [on, off] = await Promise.all([start(true), start(false)]);
  const stop = async (): Promise<void> => {
    await Promise.all([on.close(), off.close()]);
    await site.stop();
  };
  return {
    withScripts: on.origin,
    withoutScripts: off.origin,
    /** Returns and clears exceptions in pages and failed requests. */
    errors: () => errors.splice(0),
    stop,
  };
}

export type ObservedSite = Awaited<ReturnType<typeof startObservedSite>>;
type Proxy = { base: string; errors: string[]; hasScripts: boolean };

function respond(proxy: Proxy, incoming: IncomingMessage, response: ServerResponse): void {
  if (incoming.url?.startsWith(`${ERRORS}?`)) {
    proxy.errors.push(decodeURIComponent(incoming.url.slice(ERRORS.length + 1)));
    response.writeHead(204).end();
  } else if (incoming.url === COLLECTOR) {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(COLLECTOR_TEXT);
  } else {
    forward(proxy, incoming, response);
  }
}

function forward(
  { base, errors, hasScripts }: Proxy,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
  // Does not reuse connections, because one may be closing and a POST is not retried.
  const inner = request(base + incoming.url, { agent: false, method: incoming.method, headers }, (got) => {
    const { statusCode = 502 } = got;
    const isPage = /^text\/html/u.test(got.headers['content-type'] ?? '') && incoming.method !== 'HEAD';
    if (!isPage) {
      if (statusCode >= 400) errors.push(`${statusCode} ${incoming.url}`);
      response.writeHead(statusCode, got.headers);
      got.pipe(response);
      return;
    }
    const { 'content-length': _length, ...rest } = got.headers;
    const policies = [rest['content-security-policy'], hasScripts ? '' : "script-src 'none'"];
    response.writeHead(statusCode, {
      ...rest,
      'content-security-policy': policies.filter(Boolean).join(', '),
    });
    const watched = (page: string) => page.replace('<head>', `<head><script src="${COLLECTOR}"></script>`);
    text(got).then(
      (page) => response.end(hasScripts ? watched(page) : page),
      () => response.destroy(),
    );
  });
  inner.once('error', ({ message }) => {
    // Ignores failures after the visitor has left the page.
    if (!response.destroyed) errors.push(`${incoming.method} ${incoming.url}: ${message}`);
    response.destroy();
  });
  response.once('close', () => inner.destroy());
  incoming.pipe(inner);
}
