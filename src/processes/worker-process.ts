import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { createHandover } from './handover.ts';
import type { Question, ToPrimary, ToWorker } from './messages.ts';

export type End = { code: number | null; signal: string | null };
export type Start = { baseUrl: string; isHousekeeper: boolean };

/** Answers what workers ask; rejects where it cannot. */
export type Answer = (about: Question) => Promise<string>;

type Options = {
  answer: Answer;
  /** Gets sockets that the worker has not got any more. */
  giveBack: (socket: Socket) => void;
};

/**
 * A worker as the primary sees it. It loads its program at once and opens nothing before it gets `start`. `listening` and
 * `ready` may never come, where it ends before.
 */
export function forkWorker({ answer, giveBack }: Options) {
  const startedAt = Date.now();
  const process = cluster.fork();
  const listening = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<End>();
  const state = { isListening: false, isReady: false, isLeaving: false, hasEnded: false };
  // Who cannot be told anything has ended, or is about to.
  const send = (message: ToWorker): boolean => process.isConnected() && process.send(message, ignored);

  process.on('error', ignored);
  process.once('exit', (code, signal) => {
    state.hasEnded = true;
    ended.resolve({ code, signal });
  });
  process.on('message', (message: ToPrimary) => {
    switch (message.type) {
      case 'listening':
        state.isListening = true;
        return listening.resolve();
      case 'ready':
        state.isReady = true;
        return ready.resolve();
      case 'question':
        return void reply(message.id, message.about);
    }
  });

  async function reply(id: number, about: Question): Promise<void> {
    const result = await answer(about).then(
      (text) => ({ text }),
      (error: Error) => ({ reason: error.message }),
    );
    send({ type: 'answer', id, ...result });
  }

  const kill = (): void => void process.process.kill('SIGKILL');

  return {
    pid: process.process.pid,
    state: state as Readonly<typeof state>,
    listening: listening.promise,
    ready: ready.promise,
    ended: ended.promise,
    livedMs: () => Date.now() - startedAt,
    start: (start: Start): void => void send({ type: 'start', ...start }),
    take: createHandover(process, giveBack),
    /** It ends when its requests are answered; one that has none yet ends at once. */
    drain(isHurried: boolean): void {
      state.isLeaving = true;
      if (state.isListening) send({ type: 'drain', isHurried });
      else kill();
    },
    kill,
  };
}

export type WorkerProcess = ReturnType<typeof forkWorker>;

/** A channel that breaks means that the worker has ended, which its exit tells. */
function ignored(): void {}
