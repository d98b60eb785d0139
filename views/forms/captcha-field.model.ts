/**
 * The code of the draft, or a `sealed` one that the form itself brings. `version` changes with the draft's code, so that a
 * swapped picture is fetched anew; `typed` is the visitor's answer.
 */
export type CaptchaModel =
  | { isSolved: true }
  | ({ isSolved: false; typed: string } & ({ version: string } | { sealed: string }));
