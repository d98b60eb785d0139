import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { openFailure } from './postgres-failure.ts';
import { connectionSettings } from './postgres-pool.ts';

/** How long the server may take to answer, in milliseconds. */
const WAIT_MS = 5000;

/** How often the server is asked whether it is still there, in milliseconds: one that is silent looks like one that has nothing to tell. */
const LOOK_EVERY_MS = 30_000;

/** The wait before a lost connection is opened again, in milliseconds: doubled with each failure. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** `onListening` is called with each new connection: what was announced before may have been missed. */
export type Hearing = { onText: (text: string) => void; onListening: () => void };

type Options = Hearing & {
  channel: string;
  log?: Pick<Logger, 'info' | 'warn'>;
  lookEveryMs?: number;
  waitMs?: number;
};

/** Hears what is announced on a channel, by a connection of its own that is opened again as often as it is lost. Gives what ends it. */
export function startListener(
  url: string,
  { channel, onText, onListening, log, lookEveryMs = LOOK_EVERY_MS, waitMs = WAIT_MS }: Options,
) {
  const over = new AbortController();
  const { signal } = over;
  let failures = 0;

  /** Hears until the connection is lost, and rejects with the reason. */
  async function hear(): Promise<never> {
    const socket = new Socket({ signal });
    const client = new pg.Client({ ...connectionSettings(url, waitMs), stream: () => socket });
    const lost = Promise.withResolvers<never>();
    // Who waits for something is told; else nobody needs to be.
    lost.promise.catch(() => undefined);
    client.on('error', lost.reject);
    client.on('end', () => lost.reject(new Error('the connection was closed')));
    client.on('notification', ({ payload = '' }) => onText(payload));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      tellListening();
      for (;;) {
        await Promise.race([lost.promise, wait(lookEveryMs, undefined, { signal, ref: false })]);
        await client.query('select 1');
      }
    } finally {
      socket.destroy();
    }
  }

  function tellListening(): void {
    if (failures > 0) log?.info('other machines are heard again');
    failures = 0;
    onListening();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const reason = await hear().catch((error: unknown) => openFailure(url, error).message);
      if (signal.aborted) return;
      if (failures === 0) log?.warn({ reason }, 'other machines are not heard');
      const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
      failures += 1;
      await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const ended = run();
  return async (): Promise<void> => {
    over.abort();
    await ended;
  };
}
