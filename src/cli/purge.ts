import type { Store } from '../store/index.ts';
import type { Tell } from './print.ts';
import { shownTime } from './times.ts';

/** How many applications are removed in one transaction: the site waits for no more. */
const BATCH = 50;

type Wish = { before: number; isDryRun: boolean };

/** Removes the applications that were sent before a time, with their files, and tells their references, a line each. */
export async function* purge(store: Store, { before, isDryRun }: Wish, report: Tell): AsyncGenerator<string> {
  const old = (await store.applications.list()).filter(({ submittedAt }) => submittedAt < before);
  let files = 0;
  for (let at = 0; at < old.length; at += BATCH) {
    const batch = old.slice(at, at + BATCH);
    const references = batch.map(({ reference }) => reference);
    files += isDryRun
      ? batch.reduce((sum, one) => sum + one.files, 0)
      : await store.applications.remove(references);
    yield `${references.join('\n')}\n`;
  }
  if (!isDryRun) await store.eraseDeleted();
  const what = `${old.length} applications with ${files} files, sent before ${shownTime(before)} (Asia/Shanghai)`;
  report(isDryRun ? `Would remove ${what}.` : `Removed ${what}.`);
}
