import { extname } from 'node:path';
import { Tinypool } from 'tinypool';
import type { FileCheck } from './check-file.ts';
import { CHECK_THREAD_MB } from './limits.ts';
import type { CheckTask, Fault } from './thread.ts';

type Answer = FileCheck | { fault: Fault };

/** Beside this file, in the source as in what is built of it. */
const THREAD = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);

/**
 * `checkFile` in a thread of its own, one file at a time: megabytes that are looked through hold up no page, and a file that
 * takes all of the thread's memory (`fileUnsafe`) ends the thread alone.
 */
export function createCheckInThread(thread = THREAD) {
  let pool: Tinypool | undefined;
  return async (task: CheckTask): Promise<FileCheck> => {
    // Begun with the first file, and kept: a pool that may be empty forgets who waits when its thread ends.
    pool ??= new Tinypool({
      filename: thread.href,
      minThreads: 1,
      maxThreads: 1,
      resourceLimits: { maxOldGenerationSizeMb: CHECK_THREAD_MB },
    });
    const answer = await (pool.run(task) as Promise<Answer>).catch(overwhelmed);
    if ('fault' in answer) throw Object.assign(new Error(answer.fault.message), answer.fault);
    return answer;
  };
}

function overwhelmed(error: NodeJS.ErrnoException): FileCheck {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { ok: false, code: 'fileUnsafe' };
  throw error;
}

/** One thread for all files of this process. */
export const checkInThread = createCheckInThread();
