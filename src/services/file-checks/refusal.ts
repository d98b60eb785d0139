/** Why a file is refused; the words for it stand in the catalogue (`fileProblem` in src/application/problems.ts). */
export type RefusalCode = 'fileEmpty' | 'fileType' | 'fileDisguised' | 'filePassword' | 'fileUnsafe';

/** Ends a check from wherever it stands; `checkFile` turns it into its answer. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** True for a fault of disk or system, which says nothing about the file. */
export const isSystemFault = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** What `work` gives; whatever a library throws at a broken file becomes a refusal, faults of the system stay. */
export async function refusing<T>(code: RefusalCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal || isSystemFault(error)) throw error;
    throw new Refusal(code, error instanceof Error ? error.message : String(error));
  }
}
