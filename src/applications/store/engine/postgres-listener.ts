import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { toDatabaseError } from './database-error.ts';
import { connectionSettings, setSessionLimits } from './postgres-pool.ts';

const RESPONSE_TIMEOUT_MS = 5000;

/** Interval of liveness queries, because a dead connection looks like one without notifications. */
const PING_INTERVAL_MS = 30_000;

/** Delay before the first reconnect. It doubles with each failure. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

/** `onListening` is called after each (re)connect, because earlier announcements may have been missed. */
export type ListenHandlers = { onText: (text: string) => void; onListening: () => void };

type Options = ListenHandlers & {
  channel: string;
  log?: Pick<Logger, 'info' | 'warn'>;
  pingIntervalMs?: number;
  waitMs?: number;
};

/** Listens on a channel with its own connection, and reconnects when the connection is lost. Returns a stop function. */
export function startListener(
  url: string,
  {
    channel,
    onText,
    onListening,
    log,
    pingIntervalMs = PING_INTERVAL_MS,
    waitMs = RESPONSE_TIMEOUT_MS,
  }: Options,
) {
  const stopped = new AbortController();
  const { signal } = stopped;
  let failures = 0;

  /** Rejects with the reason when the connection is lost. */
  async function listen(): Promise<never> {
    const socket = new Socket({ signal });
    const client = new pg.Client({ ...connectionSettings(url, waitMs), stream: () => socket });
    const lost = Promise.withResolvers<never>();
    // Prevents an unhandled rejection while nothing awaits `lost`.
    lost.promise.catch(() => undefined);
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('the connection was closed')));
    client.on('notification', ({ payload = '' }) => onText(payload));
    try {
      await client.connect();
      await setSessionLimits(client, waitMs);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      reportListening();
      for (;;) {
        await Promise.race([lost.promise, wait(pingIntervalMs, undefined, { signal, ref: false })]);
        await client.query('select 1');
      }
    } finally {
      socket.destroy();
    }
  }

  function reportListening(): void {
    if (failures > 0) log?.info('receiving announcements of other machines again');
    failures = 0;
    onListening();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const reason = await listen().catch((error: unknown) => toDatabaseError(url, error).message);
      if (signal.aborted) return;
      if (failures === 0) log?.warn({ reason }, 'not receiving announcements of other machines');
      const ms = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      failures += 1;
      await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const ended = run();
  return async (): Promise<void> => {
    stopped.abort();
    await ended;
  };
}
