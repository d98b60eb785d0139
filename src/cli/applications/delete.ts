import type { ApplicationSummary } from '../../applications/store/applications/applications.ts';
import type { Store, StoreLocation } from '../../applications/store/index.ts';
import { formatDisplayTime } from '../../content/time.ts';
import { DAY_MS } from '../../lib/days.ts';
import { describeLocation } from '../store-location.ts';
import type { Report } from '../terminal.ts';
import { getApplication } from './show.ts';

/** Maximum applications that are removed in one transaction, for which the site waits. */
const MAX_REMOVED_TOGETHER = 50;

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
  { location, report, reportFailure, confirm }: Dialog & { location: StoreLocation },
): AsyncGenerator<string> {
  const { reference, files } = await getApplication(store, text);
  await confirm(`Permanently delete ${reference} with ${files.length} files?`);
  const { database, files: folder } = describeLocation(location);
  const deliveries = await store.deliveries.list({ reference });
  const removed = await store.applications.remove([reference]);
  await store.eraseDeleted();
  yield `${reference}: deleted fields, receipt and ${deliveries.length} deliveries in ${database}\n`;
  yield `${reference}: deleted ${removed.files} files in ${folder}\n`;
  reportUnremoved(removed.failed, reportFailure);
  const attempted = deliveries.filter(({ attempts }) => attempts > 0);
  const copies = attempted.map(({ channel }) => `what was sent by ${channel}`);
  report(`Not deleted: ${[...copies, 'backups', 'exports'].join(', ')}.`);
}

/** `undelivered` also removes applications with waiting deliveries. */
type PurgeOptions = { before: number; isDryRun: boolean; undelivered: boolean };

export async function* purge(
  store: Store,
  { before, isDryRun, undelivered }: PurgeOptions,
  { report, reportFailure, confirm }: Dialog,
): AsyncGenerator<string> {
  const allOld = (await store.applications.list()).filter(({ submittedAt }) => submittedAt < before);
  const old = undelivered ? allOld : allOld.filter((one) => !hasWaitingDeliveries(one));
  const waiting = allOld.length - old.length;
  const describe = (files: number) =>
    `${old.length} applications with ${files} files, sent before ${formatDisplayTime(before)} (Asia/Shanghai)`;
  const fileCount = old.reduce((sum, one) => sum + one.files, 0);
  if (!isDryRun && old.length > 0 && before > Date.now() - DAY_MS)
    await confirm(`Permanently remove ${describe(fileCount)}?`);
  const removed = { files: 0, failed: 0 };
  for (let at = 0; at < old.length; at += MAX_REMOVED_TOGETHER) {
    const references = old.slice(at, at + MAX_REMOVED_TOGETHER).map(({ reference }) => reference);
    if (!isDryRun) {
      const { files, failed } = await store.applications.remove(references);
      removed.files += files;
      removed.failed += failed;
    }
    yield `${references.join('\n')}\n`;
  }
  if (!isDryRun) await store.eraseDeleted();
  report(isDryRun ? `Would remove ${describe(fileCount)}.` : `Removed ${describe(removed.files)}.`);
  reportUnremoved(removed.failed, reportFailure);
  if (waiting > 0)
    report(`Kept ${waiting} applications with waiting deliveries; --undelivered also removes them.`);
}

function reportUnremoved(count: number, reportFailure: Report): void {
  if (count > 0)
    reportFailure(
      `${count} files could not be removed: check the permissions of the folder or bucket. A running site retries files older than a day every hour.`,
    );
}

const hasWaitingDeliveries = ({ deliveries, delivered, refused }: ApplicationSummary): boolean =>
  delivered + refused < deliveries;
