import { setTimeout as pause } from 'node:timers/promises';
import type { Limits } from './limits.ts';
import { S3Failure } from './s3-failure.ts';

/** Retries what failed by the store or the line, unless `signal` has ended the call. Random pauses spread retries of many calls. */
export async function retried<Result>(
  { attempts, pauseMs }: Limits,
  attempt: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (number >= attempts || signal?.aborted || !isWorthIt(error)) throw error;
      await pause(Math.random() * pauseMs * 2 ** (number - 1));
    }
  }
}

const isWorthIt = (error: unknown): boolean =>
  error instanceof S3Failure && (error.s3Kind === 'failed' || error.s3Kind === 'noAnswer');
