import type { Values } from '../application/fields.ts';
import type { Language } from '../i18n/languages.ts';
import type { FileRow } from '../store/tables.ts';

/** A file of an export; `path`, below the folder of `--files`, where it was copied. */
export type ExportedFile = Pick<FileRow, 'name' | 'type' | 'bytes' | 'sha256' | 'scan'> & { path?: string };

/** An application as it is exported, its keys in the order of the output. */
export type Exported = { reference: string; language: Language; submittedAt: string } & Values & {
    files: ExportedFile[];
  };
