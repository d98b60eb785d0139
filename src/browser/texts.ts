import { applicationForm, byId } from './dom.ts';

/** The page's words for uploads: the `data-…` of their list. */
export const uploadTexts = (): DOMStringMap => byId('_uploads')?.dataset ?? {};

/** The page's words for sending the form: the `data-…` of the form. */
export const formTexts = (): DOMStringMap => applicationForm()?.dataset ?? {};
