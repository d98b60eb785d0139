import type { Browser, BrowserContext, Page } from 'playwright';
import { provoke } from './provoke.ts';

const HOST_PATH = '/__host';
const ECHO_PATH = '/__echo/';
const PATIENCE_MS = 30_000;

/** An answer of the site that is shown to the browser once more, byte by byte. */
export type Echo = { said: string; headers: Record<string, string>; html: string };

/** A browser that notes whatever runs that the site did not mean to: with the site's policy, or without it. */
export async function watchedBrowser(browser: Browser, base: string, bypassCSP: boolean) {
  const context = await browser.newContext({ bypassCSP, javaScriptEnabled: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const executions: string[] = [];
  const strange = new Set<string>();
  const echoes = new Map<string, Echo>();
  const counts = { shown: 0 };
  let where = '';
  await context.exposeBinding('__report', ({ frame }) => {
    executions.push(`${where} ${frame.url()}`.slice(0, 300));
  });
  await context.addInitScript(markExecutions);
  await serveOwn(context, echoes);
  const page = await context.newPage();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isAway = origin !== base && origin.startsWith('http');
    if (pathname === '/xss-marker' || isAway) executions.push(`${where} asked for ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    executions.push(`${where} ${dialog.message()}`);
    void dialog.dismiss().catch(() => undefined);
  });

  /** Shows addresses of the site side by side, each in a frame of its own, and provokes each. */
  async function show(paths: readonly string[], said: string): Promise<void> {
    where = said;
    const frames = paths.map(
      (path) => `<iframe src="${path.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
    );
    await page.goto(`${base}${HOST_PATH}`, { waitUntil: 'load' });
    await page.setContent(`<!doctype html>${frames.join('')}`, { waitUntil: 'load' });
    await provokeAll(page);
  }

  async function provokeAll(shown: Page): Promise<void> {
    for (const frame of shown.frames().slice(1)) {
      const found = await frame.evaluate(provoke).catch(() => undefined);
      if (found) counts.shown += 1;
      for (const what of found ?? []) strange.add(`${where} ${what}`);
    }
  }

  return {
    executions,
    strange,
    /** Frames that were looked at. */
    counts,
    show,
    /** Shows answers that were got otherwise, with their own headers. */
    async showEchoes(answers: readonly Echo[], said: string): Promise<void> {
      const paths = answers.map((answer) => {
        const path = `${ECHO_PATH}${echoes.size}`;
        echoes.set(path, answer);
        return path;
      });
      await show(paths, said);
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

export type WatchedBrowser = Awaited<ReturnType<typeof watchedBrowser>>;

/** Installs the function that payloads call, in every frame before its scripts. */
function markExecutions(): void {
  const note = () => (globalThis as unknown as { __report: () => void }).__report();
  for (const name of ['__xss', 'alert', 'confirm', 'prompt'])
    Object.defineProperty(globalThis, name, { value: note });
}

/** Fails all requests but pages, styles and scripts of the site, so that error handlers run. */
const OWN = /\/__(?:host|echo\/\d+)$|\/(?:files|media|assets\/[^?]*\.(?:png|svg|ico))(?:\/|$)/u;

/** The frame around pages, and echoes. */
async function serveOwn(context: BrowserContext, echoes: Map<string, Echo>): Promise<void> {
  await context.route(OWN, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === HOST_PATH) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    const echo = echoes.get(pathname);
    return echo ? route.fulfill({ headers: echo.headers, body: echo.html }) : route.abort();
  });
}
