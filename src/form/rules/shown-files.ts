/** The hidden field by which a form says which files its page shows. */
export const SHOWN_FILES = 'shownFiles';

export type ShownFile = { id: string; name: string };

/** `id:name/id:name`: no file name holds a slash, no id a colon. */
export const writeShownFiles = (files: readonly ShownFile[]): string =>
  files.map(({ id, name }) => `${id}:${name}`).join('/');

export function readShownFiles(text: string | undefined): ShownFile[] | undefined {
  if (!text) return text === undefined ? undefined : [];
  return text.split('/').map((entry) => {
    const colon = entry.indexOf(':');
    return { id: entry.slice(0, colon), name: entry.slice(colon + 1) };
  });
}
