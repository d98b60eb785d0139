import { displayTime } from '../../content/time.ts';
import type { ApplicationSummary } from '../../store/applications/applications.ts';
import type { Store } from '../../store/index.ts';
import type { Report } from '../terminal.ts';

/** Applications per transaction: a longer one would make the site wait. */
const BATCH = 50;

/** `undelivered`: also applications with waiting deliveries. */
type Options = { before: number; isDryRun: boolean; undelivered: boolean };
/** `reportFailure` receives files that could not be removed. */
type Reports = { report: Report; reportFailure: Report };

/** Removes applications sent before a time, with files and deliveries, and returns their references. */
export async function* purge(
  store: Store,
  { before, isDryRun, undelivered }: Options,
  { report, reportFailure }: Reports,
): AsyncGenerator<string> {
  const allOld = (await store.applications.list()).filter(({ submittedAt }) => submittedAt < before);
  const old = undelivered ? allOld : allOld.filter((one) => !isWaiting(one));
  const kept = allOld.length - old.length;
  let files = 0;
  let failed = 0;
  for (let at = 0; at < old.length; at += BATCH) {
    const batch = old.slice(at, at + BATCH);
    const references = batch.map(({ reference }) => reference);
    const removed = isDryRun
      ? { files: batch.reduce((sum, one) => sum + one.files, 0), failed: 0 }
      : await store.applications.remove(references);
    files += removed.files;
    failed += removed.failed;
    yield `${references.join('\n')}\n`;
  }
  if (!isDryRun) await store.eraseDeleted();
  const what = `${old.length} applications with ${files} files, sent before ${displayTime(before)} (Asia/Shanghai)`;
  report(isDryRun ? `Would remove ${what}.` : `Removed ${what}.`);
  if (failed > 0)
    reportFailure(
      `${failed} files could not be removed: check the folder or bucket and its permissions. A running site retries hourly those older than a day.`,
    );
  if (kept > 0) report(`Kept ${kept} applications with waiting deliveries; --undelivered removes them too.`);
}

const isWaiting = ({ deliveries, delivered, refused }: ApplicationSummary): boolean =>
  delivered + refused < deliveries;
