import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright';
import { type Facts, factsOf } from './across.ts';
import { type Check, DESK, type Entry, type Found, PHONE } from './check.ts';
import { checkTable } from './tables.ts';

const STEP_TIMEOUT_MS = 30_000;

/** Findings without a criterion are for manual review. */
type Finding = { check: string; criterion?: string; message: string };

/** Result of a page. `checks`: names of the checks that ran. */
export type PageResult = {
  entry: Entry;
  facts: Facts;
  checks: string[];
  found: Finding[];
  evidence: string[];
};

type Options = {
  browser: Browser;
  checks: Record<string, Check>;
  /** Folder for evidence. */
  folder: string;
  onPage?: (done: number) => unknown;
};

export const findingsOf = (check: string, texts: Found): Finding[] =>
  texts.flatMap((text) => {
    if (!text) return [];
    const [, criterion, message = text] = /^(\d\S+) (.*)/su.exec(text) ?? [];
    return { check, criterion, message: message.trim() };
  });

/** Runs the checks on one page. Throws if the page has an unexpected status or URL. */
async function visit(entry: Entry, { browser, checks, folder }: Options, problems: string[]) {
  const { id, kind, url, status = 200, reach } = entry;
  await using page = await browser.newPage({ bypassCSP: true, reducedMotion: 'reduce', viewport: DESK });
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  // tsx wraps the named functions of a check in this one.
  await page.addInitScript({ content: 'globalThis.__name = (wrapped) => wrapped' });
  const response = await page.goto(url, { waitUntil: 'load' });
  if (new URL(page.url()).origin !== new URL(url).origin) throw new Error(`redirects to ${page.url()}`);
  if (response?.status() !== status) throw new Error(`answers ${response?.status()} instead of ${status}`);
  await reach?.(page);
  const facts = await factsOf(page);
  const result: PageResult = { entry, facts, checks: ['across-pages'], found: [], evidence: [] };
  const keep = async (name: string, data: Buffer | string) => {
    const file = path.join('evidence', id, name);
    await mkdir(path.join(folder, 'evidence', id), { recursive: true });
    await writeFile(path.join(folder, file), data);
    result.evidence.push(file);
  };
  await page.setViewportSize(PHONE);
  await keep('page.jpg', await page.screenshot({ type: 'jpeg', quality: 60 }));
  for (const [check, run] of Object.entries(checks)) {
    if (checkTable.get(check)?.kinds?.includes(kind) === false) continue;
    try {
      await page.setViewportSize(DESK);
      await page.evaluate(() => scrollTo(0, 0));
      result.found.push(...findingsOf(check, await run(page, entry, keep)));
      result.checks.push(check);
    } catch (error) {
      problems.push(`the check "${check}" did not run: ${error}`);
    }
  }
  return result;
}

/** Runs the checks on every page of the sample, two pages at a time. */
export async function audit(sample: readonly Entry[], options: Options) {
  const results: PageResult[] = [];
  const problems: string[] = [];
  const waiting = sample.entries();
  let done = 0;
  const work = async () => {
    for (const [at, entry] of waiting) {
      const own: string[] = [];
      const result = await visit(entry, options, own).catch((error) => void own.push(String(error)));
      if (result) results[at] = result;
      problems.push(...own.map((text) => `${entry.url} (${entry.kind}): ${text.split('\n')[0]}`));
      done += 1;
      options.onPage?.(done);
    }
  };
  await Promise.all([work(), work()]);
  return { pages: results.filter(Boolean), problems };
}
