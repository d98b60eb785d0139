import type { FileCode, FileRefusal } from '../rules/problems.ts';

/** Refuses a file from any depth of a check or a protocol. The reason is for developers. */
export class RefusedFileError extends Error {
  readonly refusal: FileRefusal;

  constructor(code: FileCode, reason: string = code, dimensions?: string) {
    super(reason);
    this.refusal = { code, dimensions };
  }
}

/** Runs a library on a file and converts its errors to refusals. Errors that match `passwordError` mean a password. */
export async function orRefuse<T>(work: () => Promise<T>, passwordError?: RegExp): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedFileError) throw error;
    const reason = String(error);
    throw new RefusedFileError(passwordError?.test(reason) ? 'filePassword' : 'fileUnsafe', reason);
  }
}
