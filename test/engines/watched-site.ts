import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { languages } from '../../src/i18n/languages.ts';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { FREE } from '../support/form-client.ts';
import { listen } from '../support/listen.ts';
import { inLanguage } from '../support/page-kinds.ts';
import { until } from '../support/until.ts';

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

/** Engines take many minutes, and every one of them is to see the same pages. */
const ENVIRONMENT = { ...FREE, CONTENT_FRESH_S: '3600', API_TIMEOUT_MS: '30000', LOG_LEVEL: 'info' };
/** What the log says of an index that has all that pages say. */
const IS_WHOLE = /"isWhole":true.*"pages can be searched"/u;

/** Resolves when a search finds what it will find from then on. */
async function untilSearchable({ base, stdout }: DemoSite): Promise<void> {
  for (const language of languages) await fetch(`${base}${inLanguage(language, '/search?keyword=a')}`);
  const isWhole = () => stdout.filter((line) => IS_WHOLE.test(line)).length >= languages.length;
  await until('all pages can be searched', isWhole, { patienceMs: 60_000 });
}

/**
 * The site behind a proxy that watches it, the same way for every engine: each page gets a script that reports exceptions, and
 * a policy against scripts stands in for a browser that has none.
 */
export async function startWatchedSite() {
  const site = await startDemoSite({ environment: ENVIRONMENT });
  await untilSearchable(site);
  const faults: string[] = [];
  const start = (hasScripts: boolean) =>
    listen(createServer((asked, answer) => answerTo({ base: site.base, faults, hasScripts }, asked, answer)));
  const [on, off] = await Promise.all([start(true), start(false)]);
  const stop = async (): Promise<void> => {
    await Promise.all([on.close(), off.close()]);
    await site.stop();
  };
  return {
    /** Origins of the site with scripts, and of the same site where the policy lets none run. */
    withScripts: on.origin,
    withoutScripts: off.origin,
    /** What went wrong since it was last asked: exceptions in pages, and parts of pages that did not come. */
    faults: () => faults.splice(0),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

export type WatchedSite = Awaited<ReturnType<typeof startWatchedSite>>;
type Proxy = { base: string; faults: string[]; hasScripts: boolean };

function answerTo(proxy: Proxy, asked: IncomingMessage, answer: ServerResponse): void {
  if (asked.url?.startsWith(`${FAULTS}?`)) {
    proxy.faults.push(decodeURIComponent(asked.url.slice(FAULTS.length + 1)));
    answer.writeHead(204).end();
  } else if (asked.url === COLLECTOR) {
    answer.writeHead(200, { 'content-type': 'text/javascript' }).end(COLLECTOR_TEXT);
  } else {
    passOn(proxy, asked, answer);
  }
}

function passOn({ base, faults, hasScripts }: Proxy, asked: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...asked.headers, 'accept-encoding': 'identity' };
  // A connection that is kept may be closed at the moment that it is used again, and a POST is not sent twice.
  const inner = request(base + asked.url, { agent: false, method: asked.method, headers }, (got) => {
    const { statusCode = 502 } = got;
    const isPage = /^text\/html/u.test(got.headers['content-type'] ?? '') && asked.method !== 'HEAD';
    if (!isPage) {
      if (statusCode >= 400) faults.push(`${statusCode} ${asked.url}`);
      answer.writeHead(statusCode, got.headers);
      got.pipe(answer);
      return;
    }
    const { 'content-length': _length, ...rest } = got.headers;
    const policies = [rest['content-security-policy'], hasScripts ? '' : "script-src 'none'"];
    answer.writeHead(statusCode, { ...rest, 'content-security-policy': policies.filter(Boolean).join(', ') });
    const watched = (page: string) => page.replace('<head>', `<head><script src="${COLLECTOR}"></script>`);
    text(got).then(
      (page) => answer.end(hasScripts ? watched(page) : page),
      () => answer.destroy(),
    );
  });
  inner.once('error', ({ message }) => {
    // Who left the page needs no answer any more.
    if (!answer.destroyed) faults.push(`${asked.method} ${asked.url}: ${message}`);
    answer.destroy();
  });
  answer.once('close', () => inner.destroy());
  asked.pipe(inner);
}
