import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import type { Question, ToPrimary, ToWorker } from './messages.ts';

type Asked = { resolve: (text: string) => void; reject: (error: Error) => void };
type Of<Type> = Extract<ToWorker, { type: Type }>;

/** A worker's end of the channel to the primary. */
export function createPrimaryLink() {
  const started = Promise.withResolvers<Of<'start'>>();
  const draining = Promise.withResolvers<Of<'drain'>>();
  const asked = new Map<number, Asked>();
  let take: ((socket: Socket) => void) | undefined;
  let questions = 0;

  process.on('message', (message: ToWorker, socket?: Socket) => {
    switch (message.type) {
      case 'start':
        return started.resolve(message);
      case 'drain':
        return draining.resolve(message);
      case 'answer':
        return settle(message);
      case 'connection':
        say({ type: 'taken', id: message.id });
        if (socket) take?.(socket);
    }
  });
  cluster.worker?.once('disconnect', () => {
    // Otherwise node:cluster ends the process at once, in the middle of its answers.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
    draining.resolve({ type: 'drain', isHurried: true });
  });

  function settle({ id, text, reason }: Of<'answer'>): void {
    if (text === undefined) asked.get(id)?.reject(new Error(reason));
    else asked.get(id)?.resolve(text);
    asked.delete(id);
  }

  /** Who cannot be told anything is gone, which ends this process too. */
  const say = (message: ToPrimary): void => void (process.connected && process.send?.(message));

  return {
    say,
    started: started.promise,
    /** Resolves when the worker shall end: the primary says so, or is gone. */
    draining: draining.promise,
    /** Takes connections from now on, each unread. */
    listen(taker: (socket: Socket) => void): void {
      take = taker;
      say({ type: 'listening' });
    },
    /** Asks the primary; rejects where it cannot answer. */
    ask(about: Question): Promise<string> {
      questions += 1;
      const id = questions;
      return new Promise((resolve, reject) => {
        asked.set(id, { resolve, reject });
        say({ type: 'question', id, about });
      });
    },
  };
}
