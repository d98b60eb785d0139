import type { ApplicationSummary } from '../../applications/store/applications/applications.ts';
import type { Store } from '../../applications/store/index.ts';
import { formatDisplayTime } from '../../content/time.ts';
import { DAY_MS } from '../../lib/days.ts';
import type { LocationNames } from '../store-location.ts';
import type { Report } from '../terminal.ts';
import { getApplication } from './show.ts';

/** Number of applications per transaction. A longer one would make the site wait. */
const BATCH_SIZE = 50;
/** Minimum age of applications that a purge removes without confirmation. */
const MIN_AGE_MS = DAY_MS;

/** `reportFailure` receives files that could not be removed. `confirm` rejects unless the operator agrees. */
type Dialog = {
  report: Report;
  reportFailure: Report;
  confirm: (question: string) => Promise<void>;
};

/** Removes one application with all its data, and reports where copies may remain. */
export async function* deleteApplication(
  store: Store,
  text: string,
  { names, report, reportFailure, confirm }: Dialog & { names: LocationNames },
): AsyncGenerator<string> {
  const { reference, files } = await getApplication(store, text);
  await confirm(`Permanently delete ${reference} with ${files.length} files?`);
  const deliveries = await store.deliveries.list({ reference });
  const removed = await store.applications.remove([reference]);
  await store.eraseDeleted();
  yield `${reference}: deleted fields, receipt and ${deliveries.length} deliveries in ${names.database}\n`;
  yield `${reference}: deleted ${removed.files} files in ${names.files}\n`;
  reportUnremoved(removed.failed, reportFailure);
  const receivers = deliveries.filter(({ attempts }) => attempts > 0).map(({ channel }) => channel);
  report(
    `Not deleted: ${[...receivers.map((channel) => `what was sent by ${channel}`), 'backups', 'exports'].join(', ')}.`,
  );
}

/** `undelivered` also removes applications with waiting deliveries. */
type PurgeOptions = { before: number; isDryRun: boolean; undelivered: boolean };

/** Removes applications submitted before a time, with files and deliveries. Yields their references. */
export async function* purge(
  store: Store,
  { before, isDryRun, undelivered }: PurgeOptions,
  { report, reportFailure, confirm }: Dialog,
): AsyncGenerator<string> {
  const allOld = (await store.applications.list()).filter(({ submittedAt }) => submittedAt < before);
  const old = undelivered ? allOld : allOld.filter((one) => !hasWaitingDeliveries(one));
  const kept = allOld.length - old.length;
  const describe = (files: number) =>
    `${old.length} applications with ${files} files, sent before ${formatDisplayTime(before)} (Asia/Shanghai)`;
  const countFiles = (some: ApplicationSummary[]) => some.reduce((sum, one) => sum + one.files, 0);
  if (!isDryRun && old.length > 0 && before > Date.now() - MIN_AGE_MS)
    await confirm(`Permanently remove ${describe(countFiles(old))}?`);
  let files = 0;
  let failed = 0;
  for (let at = 0; at < old.length; at += BATCH_SIZE) {
    const batch = old.slice(at, at + BATCH_SIZE);
    const references = batch.map(({ reference }) => reference);
    const removed = isDryRun
      ? { files: countFiles(batch), failed: 0 }
      : await store.applications.remove(references);
    files += removed.files;
    failed += removed.failed;
    yield `${references.join('\n')}\n`;
  }
  if (!isDryRun) await store.eraseDeleted();
  report(`${isDryRun ? 'Would remove' : 'Removed'} ${describe(files)}.`);
  reportUnremoved(failed, reportFailure);
  if (kept > 0) report(`Kept ${kept} applications with waiting deliveries; --undelivered removes them too.`);
}

function reportUnremoved(count: number, reportFailure: Report): void {
  if (count > 0)
    reportFailure(
      `${count} files could not be removed: check the folder or bucket and its permissions. A running site retries hourly those older than a day.`,
    );
}

const hasWaitingDeliveries = ({ deliveries, delivered, refused }: ApplicationSummary): boolean =>
  delivered + refused < deliveries;
