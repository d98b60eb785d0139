import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { type Check, DESK, type Entry, type PageResult, PHONE, type Visit } from './check.ts';
import { checkTable } from './tables.ts';

/** Two pages at a time: a third one would wait for a core. */
const WORKERS = 2;
const STEP_TIMEOUT_MS = 30_000;

export type Audit = { pages: PageResult[]; problems: string[] };
type Options = {
  browser: Browser;
  checks: readonly Check[];
  /** Folder for evidence. */
  folder: string;
  signal?: AbortSignal;
  onPage?: (done: number) => void;
};

/** Loads a page as its entry says. Throws a sentence if the page is not what was expected. */
async function open(page: Page, { url, status = 200, reach }: Entry): Promise<void> {
  const response = await page.goto(url, { waitUntil: 'load' });
  if (new URL(page.url()).origin !== new URL(url).origin) throw new Error(`redirects to ${page.url()}`);
  if (response?.status() !== status) throw new Error(`answers ${response?.status()} instead of ${status}`);
  await reach?.(page);
}

const isFor = (check: string, { kind }: Entry): boolean =>
  checkTable.get(check)?.kinds?.includes(kind) ?? true;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

async function visit(
  entry: Entry,
  { browser, checks, folder }: Options,
  problems: string[],
): Promise<PageResult | undefined> {
  const result: PageResult = { entry, title: '', checks: [], found: [], facts: {}, evidence: [] };
  const keep: Visit['keep'] = async (name, data) => {
    const file = path.join('evidence', entry.id, name);
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), data);
    result.evidence.push(file);
  };
  let context: BrowserContext | undefined;
  try {
    context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce', viewport: DESK });
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    const page = await context.newPage();
    await open(page, entry);
    result.title = await page.title();
    await page.setViewportSize(PHONE);
    await keep('page.jpg', await page.screenshot({ type: 'jpeg', quality: 60 }));
    for (const { id, run } of checks) {
      if (!isFor(id, entry)) continue;
      try {
        await page.setViewportSize(DESK);
        await page.evaluate(() => scrollTo(0, 0));
        const found = await run({ page, entry, keep, facts: result.facts });
        result.found.push(...found.map((one) => ({ ...one, check: id })));
        result.checks.push(id);
      } catch (error) {
        problems.push(`${entry.url} (${entry.kind}): the check "${id}" did not run: ${reasonOf(error)}`);
      }
    }
    return result;
  } catch (error) {
    problems.push(`${entry.url} (${entry.kind}): ${reasonOf(error)}`);
    return undefined;
  } finally {
    await context?.close().catch(() => undefined);
  }
}

/** Runs the checks on every page of the sample, until the signal. */
export async function audit(sample: readonly Entry[], options: Options): Promise<Audit> {
  const waiting = [...sample];
  const pages: PageResult[] = [];
  const problems: string[] = [];
  let done = 0;
  const work = async () => {
    for (let entry = waiting.shift(); entry && !options.signal?.aborted; entry = waiting.shift()) {
      const unsure: string[] = [];
      const result = await visit(entry, options, unsure);
      // A page that was cut off by the signal has no result.
      if (options.signal?.aborted) return;
      if (result) pages.push(result);
      problems.push(...unsure);
      done += 1;
      options.onPage?.(done);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const order = new Map(sample.map(({ id }, at) => [id, at]));
  pages.sort((one, other) => (order.get(one.entry.id) ?? 0) - (order.get(other.entry.id) ?? 0));
  return { pages, problems };
}
