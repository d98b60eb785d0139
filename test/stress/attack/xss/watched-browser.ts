import type { Browser } from 'playwright';
import { provoke } from './provoke.ts';

const HOST_PATH = '/__host';
/** Paths that the test serves, and files that it blocks, so that error handlers run. */
const OWN = /\/__(?:host|echo\/\d+)$|\/(?:files|media|assets\/[^?]*\.(?:png|svg|ico))(?:\/|$)/u;
const TIMEOUT_MS = 30_000;

/** A recorded response of the site, which the browser shows unchanged. */
export type Echo = { headers: Record<string, string>; html: string };

/** Opens a browser, with or without the site's policy, that records unintended code execution. */
export async function watchedBrowser(browser: Browser, base: string, bypassCSP: boolean) {
  const context = await browser.newContext({ bypassCSP });
  context.setDefaultTimeout(TIMEOUT_MS);
  const found = { executions: [] as string[], strange: [] as string[], shown: 0 };
  const echoes = new Map<string, Echo>();
  let where = '';
  const note = (what: string) => void found.executions.push(`${where}: ${what}`.slice(0, 400));
  await context.exposeBinding('__report', ({ frame }) => note(frame.url()));
  await context.addInitScript(markExecutions);
  await context.route(OWN, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === HOST_PATH) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    const echo = echoes.get(pathname);
    return echo ? route.fulfill({ headers: echo.headers, body: echo.html }) : route.abort();
  });
  const page = await context.newPage();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname === '/xss-marker' || (origin !== base && origin.startsWith('http'))) note(request.url());
  });
  page.on('dialog', (dialog) => {
    note(dialog.message());
    void dialog.dismiss().catch(() => undefined);
  });

  /** Shows paths of the site concurrently, each in its own frame, and provokes each. */
  async function show(paths: readonly string[], said: string): Promise<void> {
    where = said;
    const escaped = paths.map((path) => path.replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
    const frames = escaped.map((path) => `<iframe src="${path}"></iframe>`).join('');
    await page.goto(`${base}${HOST_PATH}`, { waitUntil: 'load' });
    await page.setContent(`<!doctype html>${frames}`, { waitUntil: 'load' });
    for (const frame of page.frames().slice(1)) {
      const strange = await frame.evaluate(provoke).catch(() => undefined);
      if (strange) found.shown += 1;
      found.strange.push(...(strange ?? []).map((what) => `${where}: ${what}`));
    }
  }

  return {
    found,
    show,
    /** Shows recorded responses with their own headers. */
    async showEchoes(answers: readonly Echo[], said: string): Promise<void> {
      const paths = answers.map((_, index) => `/__echo/${echoes.size + index}`);
      for (const [index, path] of paths.entries()) echoes.set(path, answers[index] as Echo);
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
