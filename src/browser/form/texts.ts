import { applicationForm, byId } from '../dom.ts';

/** Texts for uploads: the `data-…` attributes of their list. */
export const uploadTexts = (): DOMStringMap => byId('_uploads')?.dataset ?? {};

/** Texts for sending the form: its `data-…` attributes. */
export const formTexts = (): DOMStringMap => applicationForm()?.dataset ?? {};

/** Fills placeholders (`{{file}}`) as i18next does on the server, which is too large for the page. */
export const interpolate = (text: string | undefined, values: Record<string, string | number>): string =>
  (text ?? '').replace(/\{\{(\w+)\}\}/gu, (_placeholder, name: string) => `${values[name] ?? ''}`);
