import cluster from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { ContentChange } from '../backend/content-hook.ts';
import { readConfig } from '../config/config.ts';
import { openLog } from '../lib/log.ts';
import { exitOnUnexpectedError } from './signals.ts';
import { openSite } from './site.ts';

type ContentChanged = { type: 'contentChanged'; change: ContentChange };

export type ToWorker =
  | { type: 'start'; baseUrl: string; isHousekeeper: boolean }
  | { type: 'drain'; isHurried: boolean }
  /** Metrics of all workers, or the reason why they are missing. */
  | { type: 'metrics'; text?: string; reason?: string }
  | ContentChanged;

/** `alive` is the heartbeat, `ready` says that the content has been read; the others ask for metrics and for a broadcast. */
export type ToPrimary = { type: 'alive' } | { type: 'ready' } | { type: 'metrics' } | ContentChanged;

export const HEARTBEAT_MS = 1000;

/** Runs the site in a worker. Node ends the process if the primary dies. */
export async function runWorker(): Promise<void> {
  // A terminal or a service manager signals the whole group: the primary decides what happens.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  const primary = connectToPrimary();
  const config = readConfig();
  const log = openLog(config.logLevel);
  exitOnUnexpectedError(log);

  const { baseUrl, isHousekeeper } = await primary.started;
  const { allMetrics, broadcast } = primary;
  const { services, start, drain } = await openSite(config, { baseUrl, log, allMetrics, broadcast });
  primary.onContentChange(services.contentHook.receive);
  AggregatorRegistry.setRegistries([services.metrics.registry]);
  await start({ isHousekeeper });
  void services.readiness.ready.then(() => primary.send({ type: 'ready' }));

  await drain(await primary.draining);
  process.exit(0);
}

function connectToPrimary() {
  const started = Promise.withResolvers<Extract<ToWorker, { type: 'start' }>>();
  const draining = Promise.withResolvers<boolean>();
  let metrics: PromiseWithResolvers<string> | undefined;
  let onContentChange = (_change: ContentChange): void => undefined;

  // A send to a primary that has just died fails; Node ends this process then.
  cluster.worker?.on('error', () => undefined);
  const send = (message: ToPrimary): boolean => cluster.worker?.send(message, () => undefined) ?? false;

  process.on('message', (message: ToWorker) => {
    if (message.type === 'start') started.resolve(message);
    else if (message.type === 'drain') draining.resolve(message.isHurried);
    else if (message.type === 'contentChanged') onContentChange(message.change);
    else if (message.type === 'metrics') {
      if (message.text === undefined) metrics?.reject(new Error(message.reason));
      else metrics?.resolve(message.text);
      metrics = undefined;
    }
  });
  // Answers the primary's requests for this worker's metrics.
  new AggregatorRegistry();
  setInterval(() => send({ type: 'alive' }), HEARTBEAT_MS).unref();

  return {
    send,
    started: started.promise,
    /** Resolves with `isHurried`. */
    draining: draining.promise,
    onContentChange(listener: (change: ContentChange) => void): void {
      onContentChange = listener;
    },
    /** Broadcasts a content change to all workers. Returns false if the channel is closed. */
    broadcast: (change: ContentChange): boolean => send({ type: 'contentChanged', change }),
    /** Metrics of all workers; concurrent requests share one response. */
    allMetrics(): Promise<string> {
      if (!metrics) {
        metrics = Promise.withResolvers();
        send({ type: 'metrics' });
      }
      return metrics.promise;
    },
  };
}
