import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { STORE_PARTS } from '../applications/store/availability.ts';
import { lastBackup } from '../applications/store/data-folder.ts';
import { type Channel, channels } from '../applications/store/engine/tables.ts';
import type { Store } from '../applications/store/index.ts';
import { CONTRACT_ROOT, paths } from '../content/backend/client.ts';
import { requestKinds } from '../http/middleware/request-log.ts';
import { failures, toSiteError } from '../lib/failures.ts';
import { freeBytes } from '../lib/files.ts';

/** Removes the contract's root from a path, because metrics use the rest as a label, such as `/column/list`. */
export const toPathLabel = (path: string): string => path.replace(CONTRACT_ROOT, '');

const contractPaths = Object.values(paths).map(toPathLabel);
/** Failure kinds of backend calls, which have the status of an internal error. */
const backendFailureKinds = Object.entries(failures)
  .filter(([, { status }]) => status === failures.internal.status)
  .map(([kind]) => kind);

/** Creates the counters of one process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'plinth_' });

  /** Starts the listed label values at 0, because Prometheus needs a first sample to detect an increase. */
  function createCounter<Label extends string>(
    name: string,
    help: string,
    labels: Record<Label, readonly string[]>,
  ) {
    const labelNames = Object.keys(labels) as Label[];
    const counter = new Counter<string>({ name, help, labelNames, registers: [registry] });
    const combinations = labelNames.reduce<Record<string, string>[]>(
      (rows, label) => rows.flatMap((row) => labels[label].map((value) => ({ ...row, [label]: value }))),
      [{}],
    );
    for (const combination of combinations) counter.inc(combination, 0);
    return counter as Counter<Label>;
  }

  const backendCalls = createCounter(
    'plinth_backend_calls_total',
    'Calls of the content backend by path and result: ok, or the kind of failure. file: files that its responses name.',
    { path: contractPaths, result: backendFailureKinds },
  );
  return {
    registry,
    requests: createCounter(
      'plinth_requests_total',
      'Requests by kind of URL, method and status (cut: the client left before the response began).',
      { kind: requestKinds, method: ['read', 'prefetch', 'post', 'other'], status: ['5xx'] },
    ),
    requestFailures: createCounter('plinth_request_failures_total', 'Failed requests.', {
      kind: Object.keys(failures),
    }),
    /** Counts the result of a backend call. */
    async countCall<T>(path: string, call: Promise<T>): Promise<T> {
      const count = (result: string) => backendCalls.inc({ path: toPathLabel(path), result });
      call.then(
        () => count('ok'),
        (error: unknown) => count(toSiteError(error).kind),
      );
      return call;
    },
    backendStale: createCounter('plinth_backend_stale_total', 'Failed refreshes of content.', {
      path: contractPaths,
    }),
    contentLimits: createCounter(
      'plinth_content_limits_total',
      'Content beyond a limit: text (shown as plain lines), list (shortened). The log names the record.',
      { path: contractPaths, limit: ['text', 'list'] },
    ),
    contentHooks: createCounter(
      'plinth_content_hooks_total',
      'Calls of /hooks/content with the right token: told, partly (not to all machines), refused (invalid call).',
      { result: ['told', 'partly', 'refused'] },
    ),
    deliveries: createCounter(
      'plinth_deliveries_total',
      'Delivery attempts: delivered, again (failed and retried later), refused (given up).',
      { channel: channels, result: ['refused'] },
    ),
    s3Calls: createCounter(
      'plinth_s3_calls_total',
      'Calls of the S3 store with all their attempts: ok, missing (no such key), refused, failed (by the store), noAnswer.',
      { operation: ['put', 'get', 'delete', 'list'], result: ['refused', 'failed', 'noAnswer'] },
    ),
    fieldErrors: createCounter('plinth_form_field_errors_total', 'Fields left or sent with an error.', {
      field: [],
      when: [],
    }),
    draftsAbandoned: createCounter(
      'plinth_form_drafts_abandoned_total',
      'Unsent drafts by their last filled field.',
      { last_field: [] },
    ),
    uploads: createCounter('plinth_uploads_total', 'Files: begun, kept, cut (connection lost), failed.', {
      event: [],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

type GaugeSources = {
  store: Pick<Store, 'unavailableParts' | 'now' | 'deliveries'>;
  deliveries: { channels: readonly Channel[] };
  checkers: { counts: () => { waiting: number; results: Record<string, number> } };
  readiness: { isReady: () => boolean; reason: () => string | undefined };
  config: { dataDir: string };
};

type Values = number | Record<string, number>;
/** `read` returns one value, or one for each value of the label. */
type Reading = [name: string, help: string, read: () => Values | Promise<Values>, label?: string];

/** Registers metrics that are read on request. */
export function registerGauges(
  registry: Registry,
  { store, deliveries, checkers, readiness, config: { dataDir } }: GaugeSources,
): void {
  const readBackup = () => lastBackup(dataDir);
  const readWaitingDeliveries = () => store.deliveries.waiting().catch(() => []);
  async function countWaiting() {
    const counts = (await readWaitingDeliveries()).map(({ channel, waiting }) => [channel, waiting]);
    return Object.fromEntries([...deliveries.channels.map((channel) => [channel, 0]), ...counts]);
  }
  async function readOldestSeconds() {
    const ages = (await readWaitingDeliveries()).map(({ oldestAt }) => (store.now() - oldestAt) / 1000);
    return Math.max(0, ...ages);
  }
  function readUnavailableParts() {
    const unavailable = store.unavailableParts();
    return Object.fromEntries(STORE_PARTS.map((part) => [part, Number(unavailable.includes(part))]));
  }
  const readings: Reading[] = [
    ['plinth_ready', '1 if menu, group and introduction have been read.', () => Number(readiness.isReady())],
    ['plinth_backend_up', '0 if content cannot be refreshed.', () => Number(!readiness.reason())],
    ['plinth_data_free_bytes', 'Free bytes on the disk of DATA_DIR.', () => freeBytes(dataDir)],
    ['plinth_backup_age_seconds', 'Age of the last complete backup.', async () => (await readBackup()).ageS],
    ['plinth_backup_missing_files', 'Files that it lacks.', async () => (await readBackup()).missing],
    ['plinth_file_checks_waiting', 'Files that wait for their check.', () => checkers.counts().waiting],
    ['plinth_deliveries_waiting', 'Deliveries that wait, retries included.', countWaiting, 'channel'],
    ['plinth_deliveries_oldest_seconds', 'Age of the oldest application that waits.', readOldestSeconds],
    ['plinth_store_away', '1 if a part of the store failed its last check.', readUnavailableParts, 'part'],
  ];
  for (const [name, help, read, label] of readings) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        const values = await read();
        if (typeof values === 'number') this.set(values);
        else for (const [value, gaugeValue] of Object.entries(values)) this.labels(value).set(gaugeValue);
      },
    });
  }
  new Counter({
    name: 'plinth_file_checks_total',
    help: 'Checked files: answered, late (ended by the clock), died (the file ended its process).',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(checkers.counts().results)) this.inc({ result }, count);
    },
  });
}
