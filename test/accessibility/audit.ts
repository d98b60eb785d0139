import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { type Facts, factsOf } from './across.ts';
import { type Check, DESK, type Entry, PHONE } from './check.ts';
import { checkTable } from './tables.ts';

const STEP_TIMEOUT_MS = 30_000;

/** Result of a page. `checks`: those that ran. */
export type PageResult = {
  entry: Entry;
  facts: Facts;
  checks: string[];
  /** Without a criterion: a remark outside of WCAG A and AA. */
  found: { check: string; criterion?: string; message: string }[];
  unsure: string[];
  evidence: string[];
};

type Options = {
  browser: Browser;
  checks: Record<string, Check>;
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

async function visit(page: Page, entry: Entry, { checks, folder }: Options, problems: string[]) {
  await open(page, entry);
  const result: PageResult = {
    entry,
    facts: await factsOf(page),
    checks: ['across-pages'],
    found: [],
    unsure: [],
    evidence: [],
  };
  const keep = async (name: string, data: Buffer | string) => {
    const file = path.join('evidence', entry.id, name);
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), data);
    result.evidence.push(file);
  };
  await page.setViewportSize(PHONE);
  await keep('page.jpg', await page.screenshot({ type: 'jpeg', quality: 60 }));
  for (const [check, run] of Object.entries(checks)) {
    if (checkTable.get(check)?.kinds?.includes(entry.kind) === false) continue;
    try {
      await page.setViewportSize(DESK);
      await page.evaluate(() => scrollTo(0, 0));
      for (const text of await run(page, { entry, keep, unsure: result.unsure })) {
        const [, criterion, message = text] = /^(\d\S+) (.*)/su.exec(text) ?? [];
        result.found.push({ check, criterion, message: message.trim() });
      }
      result.checks.push(check);
    } catch (error) {
      problems.push(`the check "${check}" did not run: ${error}`);
    }
  }
  return result;
}

/** Runs the checks on every page of the sample, two at a time, until the signal. */
export async function audit(sample: readonly Entry[], options: Options) {
  const results: PageResult[] = [];
  const problems: string[] = [];
  const waiting = sample.entries();
  let done = 0;
  const work = async () => {
    for (const [at, entry] of waiting) {
      if (options.signal?.aborted) return;
      const own: string[] = [];
      const context = await options.browser.newContext({
        bypassCSP: true,
        reducedMotion: 'reduce',
        viewport: DESK,
      });
      context.setDefaultTimeout(STEP_TIMEOUT_MS);
      const result = await visit(await context.newPage(), entry, options, own).catch((error) =>
        own.push(String(error)),
      );
      // The signal closes the browser: the page has no result.
      if (options.signal?.aborted) return;
      await context.close();
      if (typeof result === 'object') results[at] = result;
      problems.push(...own.map((text) => `${entry.url} (${entry.kind}): ${text.split('\n')[0]}`));
      done += 1;
      options.onPage?.(done);
    }
  };
  await Promise.all([work(), work()]);
  return { pages: results.filter(Boolean), problems };
}
