import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { languages } from '../../src/i18n/languages.ts';
import { startDemoSite } from '../support/demo-site.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { listen } from '../support/listen.ts';
import { localizePath } from '../support/page-kinds.ts';
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
const ENVIRONMENT = { ...TEST_SETTINGS, CONTENT_FRESH_S: '3600', LOG_LEVEL: 'info' };

/**
 * Starts a site behind a proxy that adds a script to each page, which reports exceptions. A second proxy forbids scripts by policy,
 * which simulates a browser without JavaScript.
 */
export async function startObservedSite() {
  const site = await startDemoSite({ environment: ENVIRONMENT });
  for (const language of languages) await fetch(site.base + localizePath(language, '/search?keyword=a'));
  const indexes = () => site.stdout.filter((line) => line.includes('"pages can be searched"')).length;
  await until('all pages can be searched', () => indexes() >= languages.length);
  const errors: string[] = [];
  const start = (hasScripts: boolean) =>
    listen(
      createServer((incoming, response) =>
        respond({ base: site.base, errors, hasScripts }, incoming, response),
      ),
    );
  const [on, off] = await Promise.all([start(true), start(false)]);
  return {
    withScripts: on.origin,
    withoutScripts: off.origin,
    /** Returns and clears exceptions in pages and failed requests. */
    errors: () => errors.splice(0),
    async stop(): Promise<void> {
      await Promise.all([on.close(), off.close()]);
      await site.stop();
    },
  };
}

export type ObservedSite = Awaited<ReturnType<typeof startObservedSite>>;
type Proxy = { base: string; errors: string[]; hasScripts: boolean };

function respond(
  { base, errors, hasScripts }: Proxy,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const { url = '', method } = incoming;
  if (url === COLLECTOR)
    return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(COLLECTOR_TEXT);
  if (url.startsWith(`${ERRORS}?`)) {
    errors.push(decodeURIComponent(url.slice(ERRORS.length + 1)));
    return void response.writeHead(204).end();
  }
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
  // Does not reuse connections, because one may be closing and a POST is not retried.
  const inner = request(base + url, { agent: false, method, headers }, async (got) => {
    const { statusCode = 502 } = got;
    const isPage = got.headers['content-type']?.startsWith('text/html') && method !== 'HEAD';
    if (!isPage) {
      if (statusCode >= 400) errors.push(`${statusCode} ${url}`);
      response.writeHead(statusCode, got.headers);
      return void got.pipe(response);
    }
    const { 'content-length': _length, 'content-security-policy': policy, ...rest } = got.headers;
    const policies = hasScripts ? `${policy}` : `${policy}, script-src 'none'`;
    const page = await text(got).catch(() => undefined);
    if (page === undefined) return void response.destroy();
    response.writeHead(statusCode, { ...rest, 'content-security-policy': policies });
    response.end(hasScripts ? page.replace('<head>', `<head><script src="${COLLECTOR}"></script>`) : page);
  });
  inner.once('error', ({ message }) => {
    // Ignores failures after the visitor has left the page.
    if (!response.destroyed) errors.push(`${method} ${url}: ${message}`);
    response.destroy();
  });
  response.once('close', () => inner.destroy());
  incoming.pipe(inner);
}
