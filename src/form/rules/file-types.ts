import { extensionOf } from './file-names.ts';

/** Decides how the content is checked: PDF, OLE compound file, ZIP with Office parts, picture. */
type FileKind = 'pdf' | 'ole' | 'ooxml' | 'image';

/** `mimes`: the type registered at IANA, then others that browsers send. */
type FileType = { kind: FileKind; mimes: readonly [string, ...string[]] };

const OFFICE_OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const jpeg: FileType = { kind: 'image', mimes: ['image/jpeg', 'image/pjpeg'] };

/** The accepted extensions, in lower case without a dot. */
export const fileTypes = {
  pdf: { kind: 'pdf', mimes: ['application/pdf', 'application/x-pdf'] },
  doc: { kind: 'ole', mimes: ['application/msword'] },
  docx: { kind: 'ooxml', mimes: [`${OFFICE_OPEN_XML}.wordprocessingml.document`] },
  xls: { kind: 'ole', mimes: ['application/vnd.ms-excel'] },
  xlsx: { kind: 'ooxml', mimes: [`${OFFICE_OPEN_XML}.spreadsheetml.sheet`] },
  ppt: { kind: 'ole', mimes: ['application/vnd.ms-powerpoint'] },
  pptx: { kind: 'ooxml', mimes: [`${OFFICE_OPEN_XML}.presentationml.presentation`] },
  jpg: jpeg,
  jpeg,
  png: { kind: 'image', mimes: ['image/png'] },
  gif: { kind: 'image', mimes: ['image/gif'] },
} as const satisfies Record<string, FileType>;

export type Extension = keyof typeof fileTypes;

export const extensions = Object.keys(fileTypes) as Extension[];

/** Returns the extension of a file name if it is accepted. */
export const knownExtension = (name: string): Extension | undefined =>
  extensions.find((extension) => extension === extensionOf(name));

/** The file input's `accept`: extensions, and registered types for the file pickers of phones. */
export const accept: string = [
  ...extensions.map((extension) => `.${extension}`),
  ...new Set(Object.values(fileTypes).map(({ mimes }) => mimes[0])),
].join(',');
