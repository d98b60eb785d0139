import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { rawRequest } from '../../support/raw-request.ts';

/** Where and how long an attack runs. */
export type Target = { port: number; signal: AbortSignal };

/** Requests of an attack that wait for a response, so that a slow site does not exhaust the attacker. */
const MAX_PENDING = 200;
const TIMEOUT_MS = 20_000;
const SECOND_MS = 1000;

/** Starts `act` at a steady rate until the attack ends, without waiting for it and whatever it returns. */
export async function repeat(
  { signal }: Target,
  perSecond: number,
  act: (turn: number) => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  let pending = 0;
  for (let turn = 0; !signal.aborted; turn += 1) {
    const dueAt = startedAt + (turn * SECOND_MS) / perSecond;
    await wait(Math.max(0, dueAt - performance.now()));
    if (pending >= MAX_PENDING) continue;
    pending += 1;
    void act(turn)
      .catch(() => undefined)
      .finally(() => {
        pending -= 1;
      });
  }
}

type Line = { opening: Uint8Array | string; drip?: string; dripMs?: number };

/** Holds connections open that send `drip` again and again, and replaces those that the site closes. */
export async function hold(target: Target, count: number, { opening, drip, dripMs = SECOND_MS }: Line) {
  const holdOne = async () => {
    while (!target.signal.aborted) {
      const socket = connect(target.port, '127.0.0.1');
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const timer = setInterval(() => drip && socket.write(drip), dripMs);
      const end = () => socket.destroy();
      target.signal.addEventListener('abort', end);
      socket.on('error', () => undefined).resume();
      socket.write(opening);
      await closed;
      clearInterval(timer);
      target.signal.removeEventListener('abort', end);
      await wait(SECOND_MS);
    }
  };
  await Promise.all(Array.from({ length: count }, holdOne));
}

/** Requests a path as often as the rate says. */
export const requestOften = (
  target: Target,
  perSecond: number,
  path: (turn: number) => string,
  options: Parameters<typeof rawRequest>[2] = {},
): Promise<void> =>
  repeat(target, perSecond, (turn) =>
    rawRequest(target.port, path(turn), { timeoutMs: TIMEOUT_MS, ...options }),
  );
