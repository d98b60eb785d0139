import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { STORE_PARTS } from '../applications/store/availability.ts';
import { lastBackup } from '../applications/store/data-folder.ts';
import { type Channel, channels } from '../applications/store/engine/tables.ts';
import type { Store } from '../applications/store/index.ts';
import { CONTRACT_ROOT, paths } from '../content/backend/client.ts';
import { failures, toSiteError } from '../lib/failures.ts';
import { freeBytes } from '../lib/files.ts';

/** Returns whether the browser prefetches. The header is a token with parameters, such as `prefetch;prerender`. */
export const isPrefetch = ({ 'sec-purpose': purpose }: IncomingHttpHeaders): boolean =>
  typeof purpose === 'string' && purpose.startsWith('prefetch');

/** `machine`: URLs that programs read; `moved`: legacy URLs; `error`: no route. */
const requestKinds = [
  'home',
  'page',
  'article',
  'search',
  'form',
  'captcha',
  'file',
  'media',
  'asset',
  'machine',
  'moved',
  'error',
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** `status` is undefined if the client left before the response started. */
export function countRequest(
  requests: Metrics['requests'],
  kind: RequestKind,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  status?: number,
): void {
  const statusClass = status === undefined ? 'cut' : `${Math.floor(status / 100)}xx`;
  const read = isPrefetch(headers) ? 'prefetch' : 'read';
  const methods: Record<string, string> = { GET: read, HEAD: read, POST: 'post' };
  requests.inc({ kind, method: methods[`${method}`] ?? 'other', status: statusClass });
}

/** Turns a path of the contract into a label: `/column/list`. */
export const pathLabel = (path: string): string => path.replace(CONTRACT_ROOT, '');

const contractPaths = Object.values(paths).map(pathLabel);
/** Kinds of failure of a backend call. */
const backendFailures = Object.entries(failures)
  .filter(([, { status }]) => status === failures.internal.status)
  .map(([kind]) => kind);

/** Creates the counters of one process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'plinth_' });

  /** Counts the listed values of the labels from 0, because Prometheus needs a first sample to see an increase. */
  function counter<Label extends string>(
    name: string,
    help: string,
    labels: Record<Label, readonly string[]>,
  ) {
    const labelNames = Object.keys(labels) as Label[];
    const created = new Counter<string>({ name, help, labelNames, registers: [registry] });
    const combinations = labelNames.reduce<Record<string, string>[]>(
      (rows, label) => rows.flatMap((row) => labels[label].map((value) => ({ ...row, [label]: value }))),
      [{}],
    );
    for (const combination of combinations) created.inc(combination, 0);
    return created as Counter<Label>;
  }

  const backendCalls = counter(
    'plinth_backend_calls_total',
    'Calls of the content backend by path and result: ok, or the kind of failure. file: files that its responses name.',
    { path: contractPaths, result: backendFailures },
  );
  return {
    registry,
    requests: counter(
      'plinth_requests_total',
      'Requests by kind of address, method and status (cut: the client left before the response began).',
      { kind: requestKinds, method: ['read', 'prefetch', 'post', 'other'], status: ['5xx'] },
    ),
    requestFailures: counter('plinth_request_failures_total', 'Failed requests.', {
      kind: Object.keys(failures),
    }),
    /** Counts the result of a backend call. */
    async countCall<T>(path: string, call: Promise<T>): Promise<T> {
      const count = (result: string) => backendCalls.inc({ path: pathLabel(path), result });
      call.then(
        () => count('ok'),
        (error: unknown) => count(toSiteError(error).kind),
      );
      return call;
    },
    backendStale: counter('plinth_backend_stale_total', 'Failed refreshes of content.', {
      path: contractPaths,
    }),
    contentHooks: counter(
      'plinth_content_hooks_total',
      'Calls of /hooks/content with the right token: told, partly (not to all machines), refused (invalid call).',
      { result: ['told', 'partly', 'refused'] },
    ),
    deliveries: counter(
      'plinth_deliveries_total',
      'Delivery attempts: delivered, again (failed and retried later), refused (given up).',
      { channel: channels, result: ['refused'] },
    ),
    s3Calls: counter(
      'plinth_s3_calls_total',
      'Calls of the S3 store with all their attempts: ok, missing (no such key), refused, failed (by the store), noAnswer.',
      { operation: ['put', 'get', 'delete', 'list'], result: ['refused', 'failed', 'noAnswer'] },
    ),
    fieldErrors: counter('plinth_form_field_errors_total', 'Fields left or sent with an error.', {
      field: [],
      when: [],
    }),
    draftsAbandoned: counter(
      'plinth_form_drafts_abandoned_total',
      'Unsent drafts by their last filled field.',
      {
        last_field: [],
      },
    ),
    uploads: counter('plinth_uploads_total', 'Files: begun, kept, cut (connection lost), failed.', {
      event: [],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

type Sources = {
  store: Pick<Store, 'unavailableParts' | 'now' | 'deliveries'>;
  channels: readonly Channel[];
  checkCounts: () => { waiting: number; results: Record<string, number> };
  isReady: () => boolean;
  dataDir: string;
};

type Figures = number | Record<string, number>;
/** `read` returns one figure, or one for each value of the label. */
type Reading = [name: string, help: string, read: () => Figures | Promise<Figures>, label?: string];

/** Registers metrics that are read on request. */
export function registerGauges(
  registry: Registry,
  { store, channels, checkCounts, isReady, dataDir }: Sources,
): void {
  const backup = () => lastBackup(dataDir);
  const waitingDeliveries = () => store.deliveries.waiting().catch(() => []);
  async function countWaiting() {
    const counts = (await waitingDeliveries()).map(({ channel, waiting }) => [channel, waiting]);
    return Object.fromEntries([...channels.map((channel) => [channel, 0]), ...counts]);
  }
  async function oldestSeconds() {
    const ages = (await waitingDeliveries()).map(({ oldestAt }) => (store.now() - oldestAt) / 1000);
    return Math.max(0, ...ages);
  }
  function storeAway() {
    const unavailable = store.unavailableParts();
    return Object.fromEntries(STORE_PARTS.map((part) => [part, Number(unavailable.includes(part))]));
  }
  const readings: Reading[] = [
    ['plinth_ready', '1 if menu, group and introduction have been read.', () => Number(isReady())],
    ['plinth_data_free_bytes', 'Free bytes on the disk of DATA_DIR.', () => freeBytes(dataDir)],
    ['plinth_backup_age_seconds', 'Age of the last complete backup.', async () => (await backup()).ageS],
    ['plinth_backup_missing_files', 'Files that it lacks.', async () => (await backup()).missing],
    ['plinth_file_checks_waiting', 'Files that wait for their check.', () => checkCounts().waiting],
    ['plinth_deliveries_waiting', 'Deliveries that wait, retries included.', countWaiting, 'channel'],
    ['plinth_deliveries_oldest_seconds', 'Age of the oldest application that waits.', oldestSeconds],
    ['plinth_store_away', '1 if a part of the store failed its last check.', storeAway, 'part'],
  ];
  for (const [name, help, read, label] of readings) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        const figures = await read();
        if (typeof figures === 'number') this.set(figures);
        else for (const [value, figure] of Object.entries(figures)) this.labels(value).set(figure);
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
      for (const [result, count] of Object.entries(checkCounts().results)) this.inc({ result }, count);
    },
  });
}
