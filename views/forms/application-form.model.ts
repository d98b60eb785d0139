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
  /** Undefined if this form is empty. */
  newFormHref?: string;
  privacy?: Link & { version?: string };
  values: Partial<Values>;
  /** In the form's order. Only the file field can have several. */
  problems: ProblemText[];
  captcha: CaptchaModel;
  /** Failure that does not concern a field. `quote` contains the support number. */
  alert?: { heading: string; text: string; quote?: string };
  /** Result of the last POST, shown once. */
  notice?: string;
  /** Field with `autofocus`. Redirects name the field in the fragment instead. */
  focus?: 'captcha' | 'declareFile';
  /** Maximum of date fields as an ISO day. */
  today: string;
};

export type ProblemText = { field: FieldName; text: string };

export type FormFile = { id: string; name: string; size: string };

export type DraftFiles = { files: FormFile[]; unfinished: { id: string; name: string; progress: string }[] };

/** `sealed`: the form's code. `typed`: the answer. */
export type CaptchaModel = { isSolved: true } | { isSolved: false; sealed: string; typed: string };

export type FieldModel = { name: TextField; value: string; problem?: string; today: string };
