import type { FieldName, TextField, Values } from '../../src/form/rules/fields.ts';
import type { Link } from '../components/links.tsx';

export type FormModel = DraftFiles & {
  /** The page's own path, which the form posts to; `filesAction` takes single files from the script. */
  action: string;
  filesAction: string;
  /** Takes files piece by piece from the script. */
  uploadsAction: string;
  token: string;
  submitKey: string;
  /** Whether the visitor's browser has the cookie of a session, or gets it with this answer. */
  hasSession: boolean;
  /** The empty form, for another application; undefined if this one is empty itself. */
  newFormHref?: string;
  /** The notice that its visitors are to read; its `version` is missing where it is unknown. */
  privacy?: Link & { version?: string };
  /** As typed, whether valid or not. */
  values: Partial<Values>;
  /** In the form's order; a field has several only where several files are at fault. */
  problems: ProblemText[];
  captcha: CaptchaModel;
  alert?: Alert;
  /** What the last POST did, shown once: files uploaded, a file removed, a new code. */
  notice?: string;
  /** Field that takes the focus when the page opens. A redirect names it in its address instead. */
  focus?: 'captcha' | 'declareFile';
  /** The last day that may be chosen, an ISO day. */
  today: string;
};

/** A problem in the page's words: the same in the summary and at its field. */
export type ProblemText = { field: FieldName; text: string };

/** A failure that belongs to no field: it stands in the summary above the problems. `quote` holds the number to name. */
export type Alert = { heading: string; text: string; quote?: string };

/** A file that the draft holds: `size` as people read it. */
export type FormFile = { id: string; name: string; size: string };

/** A file of which a part has come; `words` say how much of it, and what can be done. */
export type UnfinishedFile = { id: string; name: string; words: string };

/** What the draft holds of files, whole or in part. */
export type DraftFiles = { files: FormFile[]; unfinished: UnfinishedFile[] };

/** The code that the form brings, and the visitor's answer. */
export type CaptchaModel = { isSolved: true } | { isSolved: false; sealed: string; typed: string };

/** One field as it is checked when it is left. */
export type FieldCheckModel = { field: TextField; value: string; problem?: string; today: string };
