import { setTimeout as pause } from 'node:timers/promises';
import type { Limits } from './limits.ts';
import { S3Failure } from './s3-failure.ts';

/** Repeats what failed by the store or the line, after a pause by chance, so that not all that failed come back at once. */
export async function retried<Result>(
  { tries, retryWithinMs, pauseMs }: Limits,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const begunAt = performance.now();
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isLate = performance.now() - begunAt > retryWithinMs;
      if (number >= tries || isLate || !isWorthIt(error)) throw error;
      await pause(Math.random() * pauseMs * 2 ** (number - 1));
    }
  }
}

const isWorthIt = (error: unknown): boolean =>
  error instanceof S3Failure && (error.s3Kind === 'failed' || error.s3Kind === 'noAnswer');
