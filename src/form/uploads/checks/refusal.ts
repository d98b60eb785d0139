import type { FileCode, FileRefusal } from '../../rules/problems.ts';

/** Ends a check from any depth; `checkFile` turns it into its answer. */
export class Refusal extends Error {
  readonly refusal: FileRefusal;

  constructor(code: FileCode, reason: string, dimensions?: string) {
    super(reason);
    this.refusal = { code, dimensions };
  }
}

/** What `work` gives; whatever a library throws at a broken file becomes a refusal. `locked`: its words for one with a password. */
export async function refusing<T>(work: () => Promise<T>, locked?: RegExp): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const reason = String(error);
    throw new Refusal(locked?.test(reason) ? 'filePassword' : 'fileUnsafe', reason);
  }
}
