import type { S3Settings } from '../store-settings.ts';
import { refusalOf } from './answer.ts';
import { LIMITS, type Limits } from './limits.ts';
import { type Request, send, watchedBody } from './request.ts';
import { retried } from './retries.ts';
import { asS3Failure, S3Failure, type S3FailureKind } from './s3-failure.ts';
import { limitTime, type TimeLimit } from './time-limit.ts';

export type CallResult = 'ok' | S3FailureKind;
/** Called after each attempt; of a file that is read, when its answer begins. */
export type OnCall = (operation: Request['operation'], result: CallResult, seconds: number) => void;

/** Without `isSigned` the store is asked as anybody could ask it. */
type Options = { limits?: Limits; onCall?: OnCall; isSigned?: boolean };
/** Reads a successful answer within the limits of the call. */
type Use<Result> = (answer: Response, limit: TimeLimit) => Promise<Result>;
export type Call = <Result>(request: Request, use: Use<Result>) => Promise<Result>;

/**
 * Makes calls of a bucket. All attempts of one call share its limits. Rejects with an `S3Failure`, or with the failure of the
 * request's own body.
 */
export function createCaller(
  settings: S3Settings,
  { limits = LIMITS, onCall = () => undefined, isSigned = true }: Options = {},
): Call {
  async function attempt<Result>(request: Request, use: Use<Result>, limit: TimeLimit): Promise<Result> {
    const body = request.body && watchedBody(request.body(), limit.moved);
    try {
      const answer = await send({ settings, isSigned }, request, {
        body: body?.chunks,
        signal: limit.signal,
      });
      limit.moved();
      if (!answer.ok) throw await refusalOf(answer, request.operation, limit.moved);
      return await use(answer, limit);
    } catch (error) {
      throw body?.failure() ?? asS3Failure(error, request.operation);
    } finally {
      // An answer that comes early leaves a file open.
      void body?.chunks.return().catch(() => undefined);
    }
  }

  async function countedAttempt<Result>(
    request: Request,
    use: Use<Result>,
    limit: TimeLimit,
  ): Promise<Result> {
    const begunAt = performance.now();
    let result: CallResult | undefined = 'ok';
    try {
      return await attempt(request, use, limit);
    } catch (error) {
      result = error instanceof S3Failure ? error.s3Kind : undefined;
      throw error;
    } finally {
      if (result) onCall(request.operation, result, (performance.now() - begunAt) / 1000);
    }
  }

  return async (request, use) => {
    const limit = limitTime(limits);
    try {
      return await retried(limits, () => countedAttempt(request, use, limit), limit.signal);
    } finally {
      limit.stop();
    }
  };
}
