import { shownTime } from '../../content/time.ts';
import type { ApplicationSummary } from '../../store/applications/applications.ts';
import type { Store } from '../../store/index.ts';
import type { Tell } from './print.ts';

/** How many applications are removed in one transaction: the site waits for no more. */
const BATCH = 50;

/** `undelivered`: also what still waits to be delivered. */
type Wish = { before: number; isDryRun: boolean; undelivered: boolean };

/** Removes the applications that were sent before a time, with their files and deliveries, and tells their references, a line each. */
export async function* purge(
  store: Store,
  { before, isDryRun, undelivered }: Wish,
  report: Tell,
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
  const what = `${old.length} applications with ${files} files, sent before ${shownTime(before)} (Asia/Shanghai)`;
  report(isDryRun ? `Would remove ${what}.` : `Removed ${what}.`);
  if (kept > 0)
    report(`Kept ${kept} applications that still wait to be delivered; --undelivered removes them too.`);
}

const isWaiting = ({ deliveries, delivered, refused }: ApplicationSummary): boolean =>
  delivered + refused < deliveries;
