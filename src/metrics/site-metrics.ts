import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { channels } from '../applications/store/engine/tables.ts';
import { CONTRACT_ROOT, paths } from '../content/backend/client.ts';
import { asFailure, type FailureKind, failures } from '../lib/failures.ts';

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

const methodClasses = ['read', 'prefetch', 'post', 'other'] as const;

type CountedRequest = Pick<IncomingMessage, 'method' | 'headers'>;

function methodClass({ method, headers }: CountedRequest): (typeof methodClasses)[number] {
  if (method === 'GET' || method === 'HEAD') return isPrefetch(headers) ? 'prefetch' : 'read';
  return method === 'POST' ? 'post' : 'other';
}

/** `status` is undefined if the client left before the response started. */
export function countRequest(
  requests: Counter<'kind' | 'method' | 'status'>,
  kind: RequestKind,
  request: CountedRequest,
  status: number | undefined,
): void {
  const statusClass = status === undefined ? 'cut' : `${Math.floor(status / 100)}xx`;
  requests.inc({ kind, method: methodClass(request), status: statusClass });
}

/** Turns a path of the contract into a label: `/column/list`. */
export const pathLabel = (path: string): string => path.replace(CONTRACT_ROOT, '');

/** Creates a counter of backend calls by path and result. */
const createCallCounter = (calls: Counter<'path' | 'result'>) =>
  async function countCall<T>(path: string, call: Promise<T>): Promise<T> {
    const label = pathLabel(path);
    try {
      const response = await call;
      calls.inc({ path: label, result: 'ok' });
      return response;
    } catch (error) {
      calls.inc({ path: label, result: asFailure(error).kind });
      throw error;
    }
  };

const BACKEND_FAILURES: FailureKind[] = [
  'unreachable',
  'timeout',
  'badStatus',
  'tooLarge',
  'notJson',
  'notEnvelope',
  'noData',
  'backendCode',
  'contentFile',
];

/**
 * Creates the metrics of one process. Counters with an alarm start at 0, because Prometheus needs a first sample to see an
 * increase.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'plinth_' });

  const requests = new Counter({
    name: 'plinth_requests_total',
    help: 'Requests by kind of address, class of method and class of status (cut: the client left before the response began).',
    labelNames: ['kind', 'method', 'status'],
    registers,
  });
  for (const kind of requestKinds)
    for (const method of methodClasses) requests.inc({ kind, method, status: '5xx' }, 0);

  const requestFailures = new Counter({
    name: 'plinth_request_failures_total',
    help: 'Failed requests by kind: tooMany is a rate limit, busy and storage are the 503s.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of Object.keys(failures)) requestFailures.inc({ kind }, 0);

  const backendCalls = new Counter({
    name: 'plinth_backend_calls_total',
    help: 'Calls of the content backend by path and result: ok, or the kind of failure. file: files that its responses name.',
    labelNames: ['path', 'result'],
    registers,
  });
  const backendStale = new Counter({
    name: 'plinth_backend_stale_total',
    help: 'Failed refreshes of content while an older response was served, by path.',
    labelNames: ['path'],
    registers,
  });
  for (const path of Object.values(paths).map(pathLabel)) {
    backendStale.inc({ path }, 0);
    for (const result of BACKEND_FAILURES) backendCalls.inc({ path, result }, 0);
  }

  const contentHooks = new Counter({
    name: 'plinth_content_hooks_total',
    help: 'Calls of /hooks/content with the right token: told, partly (not to all machines), refused (invalid call).',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['told', 'partly', 'refused']) contentHooks.inc({ result }, 0);

  const deliveries = new Counter({
    name: 'plinth_deliveries_total',
    help: 'Delivery attempts: delivered, again (failed and retried later), refused (given up).',
    labelNames: ['channel', 'result'],
    registers,
  });
  for (const channel of channels) deliveries.inc({ channel, result: 'refused' }, 0);

  const s3Calls = new Counter({
    name: 'plinth_s3_calls_total',
    help: 'Calls of the S3 store with all their attempts: ok, missing (no such key), refused, failed (by the store), noAnswer.',
    labelNames: ['operation', 'result'],
    registers,
  });
  for (const operation of ['put', 'get', 'delete', 'list'])
    for (const result of ['refused', 'failed', 'noAnswer']) s3Calls.inc({ operation, result }, 0);
  return {
    registry,
    requests,
    requestFailures,
    countCall: createCallCounter(backendCalls),
    backendStale,
    contentHooks,
    deliveries,
    s3Calls,
    fieldErrors: new Counter({
      name: 'plinth_form_field_errors_total',
      help: 'POSTs with an error at a field: checked when the field was left (by the script), or when the form was sent.',
      labelNames: ['field', 'when'],
      registers,
    }),
    draftsAbandoned: new Counter({
      name: 'plinth_form_drafts_abandoned_total',
      help: 'Drafts swept unsent, by the last field in the order of the form that held anything (none: no field).',
      labelNames: ['last_field'],
      registers,
    }),
    uploads: new Counter({
      name: 'plinth_uploads_total',
      help: 'Files: begun, kept, cut (connection lost), failed (at the disk or the S3 store).',
      labelNames: ['event'],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
export type UploadMetrics = Pick<Metrics, 'uploads'>;
