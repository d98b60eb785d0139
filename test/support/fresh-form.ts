import type { FormModel } from '../../views/forms/application-form.model.ts';

/** The form as a visitor first sees it, but for what is given. */
export const freshForm = (
  given: Partial<FormModel> & Pick<FormModel, 'action' | 'filesAction'>,
): FormModel => ({
  token: 'token-1',
  submitKey: 'key-1',
  values: {},
  problems: [],
  files: [],
  unfinished: [],
  uploadsAction: `${given.action}/uploads`,
  hasSession: true,
  captcha: { isSolved: false, sealed: 'sealed-1', typed: '' },
  today: '2030-05-05',
  ...given,
});
