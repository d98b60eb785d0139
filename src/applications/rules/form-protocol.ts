import { MAX_FILE_NAME, MAX_FILES } from './limits.ts';

/** Request header with the key of the form that begins a resumable upload. */
export const SUBMIT_KEY_HEADER = 'Submit-Key';

/** Response header that marks the body as a message for the applicant, because a retry cannot succeed. */
export const PROBLEM_HEADER = 'Upload-Problem';

/** Value of `PROBLEM_HEADER` if the file must be sent with the form, whose key was sent, is unknown or in another session. */
export const NEEDS_FORM = 'needs-form';

/** Hidden field with the files that the page shows. */
export const SHOWN_FILES = 'shownFiles';

type ShownFile = { id: string; name: string };

/** Formats `id:name/id:name`, because file names do not contain slashes and ids do not contain colons. */
export const writeShownFiles = (files: readonly ShownFile[]): string =>
  files.map(({ id, name }) => `${id}:${name}`).join('/');

/** Ignores files beyond the draft limit. A character has at most two UTF-16 units. */
export function readShownFiles(text: string | undefined): ShownFile[] | undefined {
  if (!text) return text === undefined ? undefined : [];
  return text.split('/', MAX_FILES).map((entry) => {
    const colon = entry.indexOf(':');
    return { id: entry.slice(0, colon), name: entry.slice(colon + 1).slice(0, 2 * MAX_FILE_NAME) };
  });
}
