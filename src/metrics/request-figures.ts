import type { IncomingMessage } from 'node:http';
import { Counter, type Registry } from 'prom-client';
import { isPrefetch } from '../lib/is-prefetch.ts';
import { createDurations } from './durations.ts';

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

const METHODS = ['read', 'prefetch', 'post', 'other'] as const;
type MethodClass = (typeof METHODS)[number];

function methodClass({ method, headers }: Asked): MethodClass {
  if (method === 'GET' || method === 'HEAD') return isPrefetch(headers) ? 'prefetch' : 'read';
  return method === 'POST' ? 'post' : 'other';
}

/** What came of a request, by the first digit of its status; 0 where the visitor left before the answer began. */
const STATUSES = ['cut', '1xx', '2xx', '3xx', '4xx', '5xx'];

type Counts = Record<MethodClass, number[]>;
const noCounts = (): Counts => ({ read: [], prefetch: [], post: [], other: [] });

export function createRequestFigures(registry: Registry) {
  const uncounted = new Map<RequestKind, Counts>();
  new Counter({
    name: 'plinth_requests_total',
    help: 'Requests by what they were for, the class of their method (prefetch: read before it was clicked) and of their status (cut: nobody was left to answer).',
    labelNames: ['kind', 'method', 'status'],
    registers: [registry],
    collect() {
      for (const [kind, counts] of uncounted)
        for (const method of METHODS)
          for (const [digit, count] of counts[method].entries())
            if (count) this.inc({ kind, method, status: STATUSES[digit] }, count);
      uncounted.clear();
    },
  });
  const observe = createDurations(registry, {
    name: 'plinth_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer, by what it was for.',
    bounds: BOUNDS,
  });

  /** A count of the registry takes 4 % of an answer from the response cache: the requests wait here until figures are read. */
  function count(kind: RequestKind, method: MethodClass, digit: number): void {
    const counts = uncounted.get(kind) ?? noCounts();
    uncounted.set(kind, counts);
    counts[method][digit] = (counts[method][digit] ?? 0) + 1;
  }

  /** Counts a request; `status` undefined where the visitor left before the answer began. */
  return (kind: RequestKind, asked: Asked, status: number | undefined, ms: number): void => {
    count(kind, methodClass(asked), Math.floor((status ?? 0) / 100));
    observe(kind, ms / 1000);
  };
}
