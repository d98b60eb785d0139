import type { FieldName, TextField, Values } from '../../src/application/fields.ts';

/** A problem in the page's words: the same in the summary and at its field. */
export type ProblemText = { field: FieldName; text: string };

/** A file that the draft holds already: `size` as people read it. */
export type FormFile = { id: string; name: string; size: string };

/**
 * The code of the draft, or one that the form itself brings, `sealed`. `version` changes with the draft's code, so that a
 * swapped picture is fetched anew; `typed` is what an answer held.
 */
export type CaptchaModel =
  | { isSolved: true }
  | ({ isSolved: false; typed: string } & ({ version: string } | { sealed: string }));

/** What the form's view is given. */
export type FormModel = {
  /** The page's own path: where the form posts to; `filesAction` takes single files from the script. */
  action: string;
  filesAction: string;
  token: string;
  submitKey: string;
  /** As typed, whatever it is worth. */
  values: Partial<Values>;
  /** In the form's order; a field has several only where several files are at fault. */
  problems: ProblemText[];
  files: FormFile[];
  captcha: CaptchaModel;
  /** Trouble that no field is to blame for: it stands in the summary, above the problems; `quote` holds the number to name. */
  alert?: { heading: string; text: string; quote?: string };
  /** What the last POST did, said once: files uploaded, a file removed, a new code. */
  notice?: string;
  /** The last day that may be chosen, an ISO day. */
  today: string;
};

/** One field as it is checked when it is left. */
export type FieldCheckModel = { field: TextField; value: string; problem?: string; today: string };

/** What was sent, for the page that confirms it. */
export type ReceiptModel = {
  reference: string;
  /** All else that only the session which has sent it is told. */
  sent?: {
    /** ISO time, and as people read it. */
    at: { iso: string; text: string };
    values: Values;
    files: FormFile[];
  };
  /** The form's own page, for another application. */
  formHref: string;
};
