import { MAX_FILES } from './limits.ts';

/** Request header: key of the form that begins a resumable upload. */
export const SUBMIT_KEY_HEADER = 'Submit-Key';

/** Response header: the body is a text for the applicant, and a retry cannot succeed. */
export const PROBLEM_HEADER = 'Upload-Problem';

/** Value of `PROBLEM_HEADER`: the form's key is sent or cannot be used without cookies, so the file must be sent with the form. */
export const NEEDS_FORM = 'needs-form';

/** Hidden field with the files that the page shows. */
export const SHOWN_FILES = 'shownFiles';

type ShownFile = { id: string; name: string };

/** Formats `id:name/id:name`: no file name contains a slash, no id a colon. */
export const writeShownFiles = (files: readonly ShownFile[]): string =>
  files.map(({ id, name }) => `${id}:${name}`).join('/');

/** Reads as many files as a draft can hold, and ignores the others. */
export function readShownFiles(text: string | undefined): ShownFile[] | undefined {
  if (!text) return text === undefined ? undefined : [];
  return text.split('/', MAX_FILES).map((entry) => {
    const colon = entry.indexOf(':');
    return { id: entry.slice(0, colon), name: entry.slice(colon + 1) };
  });
}
