import type { Browser, BrowserContext, Page } from 'playwright';
import { provoke } from './provoke.ts';

const HOST_PATH = '/__host';
const ECHO_PATH = '/__echo/';
const PATIENCE_MS = 30_000;

/** A recorded response of the site, which the browser shows unchanged. */
export type Echo = { said: string; headers: Record<string, string>; html: string };

/** Opens a browser, with or without the site's policy, that records unintended code execution. */
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

  /** Shows paths of the site concurrently, each in its own frame, and provokes each. */
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
    /** Numbers of checked frames. */
    counts,
    show,
    /** Shows recorded responses with their own headers. */
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

/** Installs the function that payloads call. Runs in every frame before its scripts. */
function markExecutions(): void {
  const note = () => (globalThis as unknown as { __report: () => void }).__report();
  for (const name of ['__xss', 'alert', 'confirm', 'prompt'])
    Object.defineProperty(globalThis, name, { value: note });
}

/** Paths that the test serves, and files that it blocks, so that error handlers run. */
const OWN = /\/__(?:host|echo\/\d+)$|\/(?:files|media|assets\/[^?]*\.(?:png|svg|ico))(?:\/|$)/u;

/** Serves the page with frames, and the echoes. */
async function serveOwn(context: BrowserContext, echoes: Map<string, Echo>): Promise<void> {
  await context.route(OWN, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === HOST_PATH) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    const echo = echoes.get(pathname);
    return echo ? route.fulfill({ headers: echo.headers, body: echo.html }) : route.abort();
  });
}
