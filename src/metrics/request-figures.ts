import type { IncomingMessage } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';
import { isPrefetch } from '../lib/is-prefetch.ts';

/** What a request was for, and nothing of its address. `machine`: what programs read; `moved`: old addresses; `error`: what no route knew. */
export type RequestKind =
  | 'home'
  | 'page'
  | 'article'
  | 'search'
  | 'form'
  | 'captcha'
  | 'file'
  | 'media'
  | 'asset'
  | 'machine'
  | 'moved'
  | 'error';

/** Upper bounds of the durations that are told apart, in seconds: a cached page needs less than the first. */
const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is asked for: by which method, and with which headers. */
type Asked = Pick<IncomingMessage, 'method' | 'headers'>;

function methodClass({ method, headers }: Asked): string {
  if (method === 'GET' || method === 'HEAD') return isPrefetch(headers) ? 'prefetch' : 'read';
  return method === 'POST' ? 'post' : 'other';
}

export function createRequestFigures(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: 'plinth_requests_total',
    help: 'Requests by what they were for, the class of their method (prefetch: read before it was clicked) and of their status (cut: nobody was left to answer).',
    labelNames: ['kind', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'plinth_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer, by what it was for.',
    labelNames: ['kind'],
    buckets: BOUNDS,
    registers,
  });

  /** Counts a request; `status` undefined where the visitor left before the answer began. */
  return (kind: RequestKind, asked: Asked, status: number | undefined, ms: number): void => {
    const result = status === undefined ? 'cut' : `${Math.floor(status / 100)}xx`;
    requests.inc({ kind, method: methodClass(asked), status: result });
    durations.observe({ kind }, ms / 1000);
  };
}
