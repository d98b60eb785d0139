import { Failure } from '../../lib/failures.ts';

/** A database that does not do its part; message and `code` are those of its driver, which is the cause. */
export class DatabaseFailure extends Failure {
  readonly code: unknown;

  constructor(cause: Error & { code?: unknown }) {
    super('storage', { cause });
    this.name = 'DatabaseFailure';
    this.message = cause.message;
    this.code = cause.code;
  }
}
