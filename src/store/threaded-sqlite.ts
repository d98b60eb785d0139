import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Answer, Ask, Asked, Opening, Told } from './sqlite-messages.ts';

/** Beside this file, from source as in the build. */
const PROGRAM = new URL(`./sqlite-thread${path.extname(import.meta.filename)}`, import.meta.url);

/** The thread does little but wait for the disk, in megabytes. */
const YOUNG_MB = 4;

/**
 * A database file in a thread of its own: a commit waits for the disk, and so would every visitor of the process. It is opened
 * by the first question. A thread that dies takes the process with it, as any other unexpected fault.
 */
export function threadedSqlite(opening: Opening) {
  const thread = new Worker(PROGRAM, {
    workerData: opening,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let asked = 0;

  thread.on('message', (told: Told) => {
    const question = waiting.get(told.id);
    waiting.delete(told.id);
    // An idle database keeps no process alive.
    if (waiting.size === 0) thread.unref();
    if ('answer' in told) question?.resolve(told.answer);
    else question?.reject(Object.assign(new Error(told.failed.message), told.failed));
  });
  thread.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the database is closed'));
    waiting.clear();
  });
  thread.unref();

  function ask(question: Ask): Promise<Answer> {
    if (thread.threadId < 0) return Promise.reject(new Error('the database is closed'));
    asked += 1;
    const answer = Promise.withResolvers<Answer>();
    waiting.set(asked, answer);
    thread.ref();
    thread.postMessage({ id: asked, ask: question } satisfies Asked);
    return answer.promise;
  }

  return {
    ask,
    /** Closes the file behind what was asked before; resolves when it is closed. */
    async close(): Promise<void> {
      if (thread.threadId < 0) return;
      const ended = new Promise((resolve) => thread.once('exit', resolve));
      await ask({ kind: 'close' });
      thread.ref();
      await ended;
    },
  };
}

export type ThreadedSqlite = ReturnType<typeof threadedSqlite>;
