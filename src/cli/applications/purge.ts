import { displayTime } from '../../content/time.ts';
import type { ApplicationSummary } from '../../store/applications/applications.ts';
import type { Store } from '../../store/index.ts';
import type { Report } from '../terminal.ts';

/** Applications per transaction: a longer one would make the site wait. */
const BATCH = 50;

/** `undelivered`: also applications with waiting deliveries. */
type Options = { before: number; isDryRun: boolean; undelivered: boolean };

/** Removes applications sent before a time, with files and deliveries, and returns their references. */
export async function* purge(
  store: Store,
  { before, isDryRun, undelivered }: Options,
  report: Report,
): AsyncGenerator<string> {
  const allOld = (await store.applications.list()).filter(({ submittedAt }) => submittedAt < before);
  const old = undelivered ? allOld : allOld.filter((one) => !isWaiting(one));
  const kept = allOld.length - old.length;
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
  const what = `${old.length} applications with ${files} files, sent before ${displayTime(before)} (Asia/Shanghai)`;
  report(isDryRun ? `Would remove ${what}.` : `Removed ${what}.`);
  if (kept > 0) report(`Kept ${kept} applications with waiting deliveries; --undelivered removes them too.`);
}

const isWaiting = ({ deliveries, delivered, refused }: ApplicationSummary): boolean =>
  delivered + refused < deliveries;
