import type { FileRefusal } from '../../rules/problems.ts';

/** An upload that its visitor may not begin or finish, by the rules of the form's files. */
export class RefusedUpload extends Error {
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}
