import type { FieldName, TextField, Values } from '../../src/applications/rules/fields.ts';
import type { Link } from '../components/links.tsx';

export type FormModel = DraftFiles & {
  /** URL of the form's POST. */
  action: string;
  /** URL of resumable uploads. */
  uploadsAction: string;
  token: string;
  submitKey: string;
  /** Whether the browser has a session cookie or receives it with this response. */
  hasSession: boolean;
  /** URL of an empty form for another application, or undefined if this form is empty. */
  newFormHref?: string;
  /** Link to the privacy notice. `version` is undefined if it is unknown. */
  privacy?: Link & { version?: string };
  /** Values as typed, even if they are invalid. */
  values: Partial<Values>;
  /** Problems in the form's order. Only the file field can have several. */
  problems: ProblemText[];
  captcha: CaptchaModel;
  alert?: Alert;
  /** Result of the last POST, shown once, such as uploaded files, a removed file or a new code. */
  notice?: string;
  /** Field with `autofocus`. Redirects name the field in the fragment instead. */
  focus?: 'captcha' | 'declareFile';
  /** Maximum of date fields as an ISO day. */
  today: string;
};

/** Field and text of a problem, which is shown in the summary and next to the field. */
export type ProblemText = { field: FieldName; text: string };

/** Failure that does not concern a field, shown in the summary above the problems. `quote` contains the support number. */
type Alert = { heading: string; text: string; quote?: string };

/** Draft file with its formatted size. */
export type FormFile = { id: string; name: string; size: string };

/** Unfinished upload with a text that describes its progress. */
type UnfinishedFile = { id: string; name: string; progress: string };

export type DraftFiles = { files: FormFile[]; unfinished: UnfinishedFile[] };

/** Sealed code of the form and the typed answer. */
export type CaptchaModel = { isSolved: true } | { isSolved: false; sealed: string; typed: string };

/** Text field with its value as typed and the text of its problem, if any. */
export type FieldModel = { name: TextField; value: string; problem?: string; today: string };
