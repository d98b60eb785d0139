import cluster from 'node:cluster';
import type { ContentChange } from '../backend/content-hook.ts';
import type { ToPrimary, ToWorker } from './messages.ts';
import { BEAT_MS } from './pulse.ts';

type Message<Type> = Extract<ToWorker, { type: Type }>;

/** A worker's end of the channel to the primary. */
export function createPrimaryLink() {
  const started = Promise.withResolvers<Message<'start'>>();
  const draining = Promise.withResolvers<Message<'drain'>>();
  const gone = Promise.withResolvers<void>();
  let asked: PromiseWithResolvers<string> | undefined;
  // A worker that has no content yet need not hear of a change.
  let hear = (_change: ContentChange): void => undefined;

  process.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'start':
        return started.resolve(message);
      case 'drain':
        return draining.resolve(message);
      case 'metrics':
        return settle(message);
      case 'contentChanged':
        return hear(message.change);
    }
  });
  cluster.worker?.once('disconnect', () => {
    // Without this node:cluster ends the process at once, in the middle of its answers.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
    draining.resolve({ type: 'drain', isHurried: true });
    gone.resolve();
  });
  // At the end of a drain node:cluster closes the channel, which fails where the primary has died and closed it.
  cluster.worker?.on('error', () => undefined);
  setInterval(() => say({ type: 'alive' }), BEAT_MS).unref();

  function settle({ text, reason }: Message<'metrics'>): void {
    if (text === undefined) asked?.reject(new Error(reason));
    else asked?.resolve(text);
    asked = undefined;
  }

  /** A primary that gets no message has died, which ends this process too. */
  const say = (message: ToPrimary): void => void (process.connected && process.send?.(message));

  return {
    say,
    started: started.promise,
    /** Resolves when the worker shall end: the primary says so, or has died. */
    draining: draining.promise,
    /** Resolves when the channel is closed: at the end of a drain, or because the primary has died. */
    gone: gone.promise,
    /** Has every worker hear of a change, this one too; false where the channel is closed, as it is at the end of a drain. */
    spread(change: ContentChange): boolean {
      say({ type: 'contentChanged', change });
      return process.connected;
    },
    /** Who hears of changes from now on. */
    onContentChange(listener: (change: ContentChange) => void): void {
      hear = listener;
    },
    /** The figures of all workers; who asks while an answer is on its way gets the same. Rejects where there are none. */
    metrics(): Promise<string> {
      if (!asked) {
        asked = Promise.withResolvers();
        say({ type: 'metrics' });
      }
      return asked.promise;
    },
  };
}
