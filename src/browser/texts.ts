import { applicationForm, byId } from './dom.ts';

/** The page's words for uploads: the `data-…` of their list. */
export const uploadTexts = (): DOMStringMap => byId('_uploads')?.dataset ?? {};

/** The page's words for sending the form: the `data-…` of the form. */
export const formTexts = (): DOMStringMap => applicationForm()?.dataset ?? {};

/**
 * A text with its placeholders (`{{file}}`) filled. The server leaves this to i18next, which alone takes 14 KB of the 19 KB
 * that a page's scripts may. A text that the page does not have is empty.
 */
export const interpolate = (text: string | undefined, values: Record<string, string | number>): string =>
  (text ?? '').replace(/\{\{(\w+)\}\}/gu, (_placeholder, name: string) => `${values[name] ?? ''}`);
