import type { Values } from '../../applications/rules/fields.ts';
import type { ApplicationSummary } from '../../applications/store/applications/applications.ts';
import { parseFields } from '../../applications/store/engine/tables.ts';
import type { Store, StoreLocation } from '../../applications/store/index.ts';
import { formatDisplayTime } from '../../content/time.ts';
import { DAY_MS } from '../../lib/days.ts';
import { formatCount } from '../../lib/messages.ts';
import { describeLocation } from '../store-location.ts';
import { type Report, toSafeLine } from '../terminal.ts';
import { getApplication, parseDraftKey, toDraftKey } from './show.ts';

/** Maximum applications that are removed in one transaction, for which the site waits. */
const MAX_REMOVED_TOGETHER = 50;

/** `reportFailure` receives files that could not be removed. `confirm` rejects unless the operator agrees. */
type Dialog = {
  report: Report;
  reportFailure: Report;
  confirm: (question: string) => Promise<void>;
};

/** `lines` report what was deleted, `failed` counts files that remain, `channels` attempted to send it. */
type Removed = { lines: string[]; failed: number; channels: string[] };
/** An application or an open draft. */
type Target = { key: string; description: string; remove: () => Promise<Removed> };

/** Removes applications by reference and open drafts by key with all their data, and reports where copies may remain. */
export async function* deleteApplications(
  store: Store,
  keys: readonly string[],
  { location, report, reportFailure, confirm }: Dialog & { location: StoreLocation },
): AsyncGenerator<string> {
  const places = describeLocation(location);
  const targets = new Map<string, Target>();
  for (const text of keys) {
    const draftId = parseDraftKey(text);
    try {
      const target = await (draftId === undefined
        ? findApplicationTarget(store, text, places)
        : findDraftTarget(store, draftId, places, reportFailure));
      targets.set(target.key, target);
    } catch (error) {
      reportFailure((error as Error).message);
    }
  }
  if (targets.size === 0) return;
  const lines = [...targets.values()].map(({ key, description }) => `${key}: ${toSafeLine(description)}\n`);
  await confirm(
    `${lines.join('')}Permanently delete ${targets.size === 1 ? 'this' : `these ${targets.size}`}?`,
  );
  const channels = new Set<string>();
  let failed = 0;
  try {
    for (const { remove } of targets.values()) {
      const removed = await remove();
      failed += removed.failed;
      for (const channel of removed.channels) channels.add(channel);
      yield* removed.lines;
    }
  } finally {
    await store.eraseDeleted();
    reportUnremoved(failed, reportFailure);
  }
  const copies = [...channels].map((channel) => `what was sent by ${channel}`);
  report(`Not deleted: ${[...copies, 'backups', 'exports'].join(', ')}.`);
}

type Places = ReturnType<typeof describeLocation>;

async function findApplicationTarget(
  store: Store,
  text: string,
  { database, files: folder }: Places,
): Promise<Target> {
  const { reference: key, fields, files } = await getApplication(store, text);
  return {
    key,
    description: describePerson(fields, files.length),
    async remove() {
      const deliveries = await store.deliveries.list({ reference: key });
      const { files: removed, failed } = await store.applications.remove([key]);
      const lines = [
        `${key}: deleted fields, receipt and ${formatCount(deliveries.length, 'delivery')} in ${database}\n`,
        `${key}: deleted ${formatCount(removed, 'file')} in ${folder}\n`,
      ];
      const attempted = deliveries.filter(({ attempts }) => attempts > 0);
      return { lines, failed, channels: attempted.map(({ channel }) => channel) };
    },
  };
}

async function findDraftTarget(
  { drafts }: Store,
  id: string,
  { database, files: folder }: Places,
  reportFailure: Report,
): Promise<Target> {
  const key = toDraftKey(id);
  const draft = await drafts.get(id);
  if (!draft) throw new Error(`${key}: there is no such draft; it may have expired`);
  if (draft.reference !== null) throw new Error(`${key}: was submitted; delete ${draft.reference}`);
  const stored = await drafts.files(id);
  return {
    key,
    description: describePerson(parseFields(draft.fields), stored.length),
    async remove() {
      const { drafts: count, files, failed } = await drafts.remove(id);
      const lines = [
        `${key}: deleted fields in ${database}\n`,
        `${key}: deleted ${formatCount(files, 'file')} in ${folder}\n`,
      ];
      if (count === 0) reportFailure(`${key}: was submitted or expired meanwhile; run find again`);
      return { lines: count > 0 ? lines : [], failed, channels: [] };
    },
  };
}

/** Shows whose data is deleted. */
const describePerson = (
  { companyName, contactPerson, contactEmail }: Partial<Values>,
  files: number,
): string =>
  [companyName, contactPerson, contactEmail, formatCount(files, 'file')].filter(Boolean).join(', ');

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
    `${formatCount(old.length, 'application')} with ${formatCount(files, 'file')}, sent before ${formatDisplayTime(before)} (Asia/Shanghai)`;
  const fileCount = old.reduce((sum, one) => sum + one.files, 0);
  if (!isDryRun && old.length > 0 && before > Date.now() - DAY_MS)
    await confirm(`Permanently remove ${describe(fileCount)}?`);
  const removed = { files: 0, failed: 0 };
  try {
    for (let at = 0; at < old.length; at += MAX_REMOVED_TOGETHER) {
      const references = old.slice(at, at + MAX_REMOVED_TOGETHER).map(({ reference }) => reference);
      if (!isDryRun) {
        const { files, failed } = await store.applications.remove(references);
        removed.files += files;
        removed.failed += failed;
      }
      yield* references.map((reference) => `${reference}\n`);
    }
  } finally {
    if (!isDryRun) await store.eraseDeleted();
    reportUnremoved(removed.failed, reportFailure);
  }
  report(isDryRun ? `Would remove ${describe(fileCount)}.` : `Removed ${describe(removed.files)}.`);
  if (waiting > 0)
    report(
      `Kept ${formatCount(waiting, 'application')} with waiting deliveries; --undelivered also removes them.`,
    );
}

function reportUnremoved(count: number, reportFailure: Report): void {
  if (count > 0)
    reportFailure(
      `${formatCount(count, 'file')} could not be removed: check the permissions of the folder or bucket. A running site retries files older than a day every hour.`,
    );
}

const hasWaitingDeliveries = ({ deliveries, delivered, refused }: ApplicationSummary): boolean =>
  delivered + refused < deliveries;
