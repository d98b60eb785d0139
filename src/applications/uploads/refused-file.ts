import type { FileCode, FileRefusal } from '../rules/problems.ts';

/** Thrown to refuse a file, at any depth of a check or a protocol. */
export class RefusedFileError extends Error {
  readonly refusal: FileRefusal;

  constructor(code: FileCode, dimensions?: string) {
    super(code);
    this.refusal = { code, dimensions };
  }
}

/** Calls a library and converts its errors to refusals. Errors that match `passwordError` mean that the file has a password. */
export async function orRefuse<T>(work: () => Promise<T>, passwordError?: RegExp): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedFileError) throw error;
    throw new RefusedFileError(passwordError?.test(String(error)) ? 'filePassword' : 'fileUnsafe');
  }
}
