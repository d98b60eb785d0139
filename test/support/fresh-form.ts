import type { FormModel } from '../../views/forms/application-form.model.ts';

/** Returns the form at the first visit, with the given changes. */
export const freshForm = (changes: Partial<FormModel> & Pick<FormModel, 'action'>): FormModel => ({
  token: 'token-1',
  submitKey: 'key-1',
  values: {},
  problems: [],
  files: [],
  unfinished: [],
  uploadsAction: `${changes.action}/uploads`,
  hasSession: true,
  captcha: { isSolved: false, sealed: 'sealed-1', typed: '' },
  today: '2030-05-05',
  ...changes,
});
