import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../applications/files/file-store.ts';
import { cleanFileName, shortenFileName } from '../../applications/rules/file-types.ts';
import type { SentApplication } from '../../applications/store/applications/applications.ts';
import { copyStored, errorCodeOf, hasContent, isUnusedName, OWNER_ONLY_FOLDER } from '../../lib/files.ts';
import { type Report, visibleLine } from '../terminal.ts';

type File = SentApplication['files'][number];
/** `report` receives warnings, `reportFailure` files that could not be copied. */
export type CopyOptions = { withInfected: boolean; report: Report; reportFailure: Report };

const WARNINGS: Partial<Record<File['scan'], string>> = {
  held: 'not yet scanned for viruses',
  infected: 'infected',
};

/**
 * Returns a function that copies the files of an application to `{folder}/{reference}/{name}`, and maps their ids to the copies'
 * paths. Never overwrites a file; reuses a copy of an earlier export. A failure does not stop the export.
 */
export async function createFileCopier(
  uploads: FileStore,
  folder: string,
  { withInfected, report, reportFailure }: CopyOptions,
) {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  return async ({ reference, files }: SentApplication): Promise<Map<string, string>> => {
    const paths = new Map<string, string>();
    const taken = new Set<string>();
    for (const file of files) {
      const isLeftOut = file.scan === 'infected' && !withInfected;
      const warning = WARNINGS[file.scan];
      if (warning)
        report(visibleLine(`${reference}: ${file.name}: ${warning}${isLeftOut ? ', not copied' : ''}`));
      if (isLeftOut) continue;
      try {
        const name = await copy(uploads, file, path.join(folder, reference), taken);
        paths.set(file.id, `${reference}/${name}`);
      } catch (error) {
        reportFailure(visibleLine(`${reference}: ${file.name}: ${reasonOf(error)}`));
      }
    }
    return paths;
  };
}

/** Copies to the first free name, or finds an equal copy. `taken`: folded names of this export in the folder. */
async function copy(uploads: FileStore, file: File, folder: string, taken: Set<string>): Promise<string> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  for (let number = 1; ; number += 1) {
    const name = numberedName(file.name, number);
    if (taken.has(foldName(name))) continue;
    const target = path.join(folder, name);
    if (isUnusedName(target) ? await copyStored(uploads, file, target) : await hasContent(target, file)) {
      taken.add(foldName(name));
      return name;
    }
  }
}

/** Hides Node's messages, which name folders of the server. */
function reasonOf(error: unknown): string {
  const code = errorCodeOf(error);
  if (code !== undefined) return `could not be copied (${code})`;
  return error instanceof Error ? error.message : String(error);
}

/** Maximum length of a name on common file systems. */
const MAX_BYTES = 255;
const FORBIDDEN_BY_WINDOWS = /[<>:"/\\|?*]/gu;
const RESERVED_BY_WINDOWS = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu;

/** Makes a file name valid on every common system. */
function safeName(name: string): string {
  const safe = cleanFileName(name).replace(FORBIDDEN_BY_WINDOWS, '_');
  return RESERVED_BY_WINDOWS.test(safe) ? `_${safe}` : safe;
}

/** Returns the name of the first file, `report.pdf`, or of a later one with the same name, `report (2).pdf`. */
export function numberedName(name: string, number: number): string {
  const mark = number === 1 ? '' : ` (${number})`;
  const room = MAX_BYTES - mark.length;
  const { name: base, ext } = path.parse(
    shortenFileName(safeName(name), room, (one) => Buffer.byteLength(one)),
  );
  return base + mark + ext;
}

/** Returns equal texts for names that some file systems do not distinguish, by case or Unicode form. */
const foldName = (name: string): string => name.normalize('NFC').toLowerCase();
