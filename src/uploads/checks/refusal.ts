/** Why a file is refused; its text is in the catalogue (`fileProblem` in src/application/problems.ts). */
export type RefusalCode =
  | 'fileEmpty'
  | 'fileType'
  | 'fileDisguised'
  | 'filePassword'
  | 'fileMacros'
  | 'fileUnsafe'
  | 'fileNotChecked';

/** Ends a check from any depth; `checkFile` turns it into its answer. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** What `work` gives; whatever a library throws at a broken file becomes a refusal. */
export async function refusing<T>(code: RefusalCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(code, error instanceof Error ? error.message : String(error));
  }
}
