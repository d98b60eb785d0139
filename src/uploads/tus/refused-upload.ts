import type { FileCode } from '../../application/problems.ts';

/** An upload that its visitor may not begin or finish, by the rules of the form's files. */
export class RefusedUpload extends Error {
  readonly code: FileCode;

  constructor(code: FileCode) {
    super(code);
    this.code = code;
  }
}
