import type { Values } from '../../src/application/fields.ts';
import type { CaptchaModel } from './captcha-field.model.ts';
import type { FormFile } from './file-list.model.ts';
import type { Alert, ProblemText } from './problem-summary.model.ts';

export type FormModel = {
  /** The page's own path, which the form posts to; `filesAction` takes single files from the script. */
  action: string;
  filesAction: string;
  token: string;
  submitKey: string;
  /** As typed, whether valid or not. */
  values: Partial<Values>;
  /** In the form's order; a field has several only where several files are at fault. */
  problems: ProblemText[];
  files: FormFile[];
  captcha: CaptchaModel;
  alert?: Alert;
  /** What the last POST did, shown once: files uploaded, a file removed, a new code. */
  notice?: string;
  /** The last day that may be chosen, an ISO day. */
  today: string;
};
