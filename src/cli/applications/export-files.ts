import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from '../../applications/files/file-store.ts';
import { cleanFileName, shortenFileName } from '../../applications/rules/file-types.ts';
import type { SentApplication } from '../../applications/store/applications/applications.ts';
import { assertReference } from '../../applications/store/applications/submit.ts';
import {
  copyStored,
  errorCodeOf,
  isUnchangedFile,
  isUnusedName,
  OWNER_ONLY_FOLDER,
} from '../../lib/files.ts';
import { type Report, toSafeLine } from '../terminal.ts';

type ApplicationFile = SentApplication['files'][number];
/** `report` receives warnings, `reportFailure` files that could not be copied. */
export type CopyOptions = { withInfected: boolean; report: Report; reportFailure: Report };

const SCAN_WARNINGS: Partial<Record<ApplicationFile['scan'], string>> = {
  held: 'not yet scanned for viruses',
  infected: 'infected',
};

/** Returns a function that copies an application's files to `{folder}/{reference}/{name}`, and maps their ids to these paths. */
export async function createFileCopier(
  fileStore: FileStore,
  folder: string,
  { withInfected, report, reportFailure }: CopyOptions,
) {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  return async ({ reference, files }: SentApplication): Promise<Map<string, string>> => {
    const paths = new Map<string, string>();
    /** Folded names of this export's copies. */
    const ownNames = new Set<string>();
    for (const file of files) {
      const isLeftOut = file.scan === 'infected' && !withInfected;
      const warning = SCAN_WARNINGS[file.scan];
      if (warning)
        report(toSafeLine(`${reference}: ${file.name}: ${warning}${isLeftOut ? ', not copied' : ''}`));
      if (isLeftOut) continue;
      try {
        const target = path.join(folder, assertReference(reference));
        const name = await copyOrReuse(fileStore, file, target, ownNames);
        paths.set(file.id, `${reference}/${name}`);
      } catch (error) {
        reportFailure(toSafeLine(`${reference}: ${file.name}: ${describeCopyError(error)}`));
      }
    }
    return paths;
  };
}

/** Copies a file to the first free name, or reuses an equal copy. Never overwrites a file. */
async function copyOrReuse(
  fileStore: FileStore,
  file: ApplicationFile,
  folder: string,
  ownNames: Set<string>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  for (let number = 1; ; number += 1) {
    const name = numberFileName(file.name, number);
    if (ownNames.has(foldName(name))) continue;
    const target = path.join(folder, name);
    if (
      isUnusedName(target) ? await copyStored(fileStore, file, target) : await isUnchangedFile(target, file)
    ) {
      ownNames.add(foldName(name));
      return name;
    }
  }
}

/** Omits Node's own error messages, which contain server paths. */
function describeCopyError(error: unknown): string {
  const code = errorCodeOf(error);
  if (code !== undefined) return `could not be copied (${code})`;
  return error instanceof Error ? error.message : String(error);
}

const MAX_NAME_BYTES = 255;
const FORBIDDEN_BY_WINDOWS = /[<>:"/\\|?*]/gu;
const RESERVED_BY_WINDOWS = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/iu;

/** Makes a file name valid on every common system. */
function cleanForAllSystems(name: string): string {
  const safe = cleanFileName(name).replace(FORBIDDEN_BY_WINDOWS, '_');
  return RESERVED_BY_WINDOWS.test(safe) ? `_${safe}` : safe;
}

/** Numbers files with the same name: `report.pdf`, `report (2).pdf`. Makes the name valid and shortens it. */
export function numberFileName(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`;
  const maxBytes = MAX_NAME_BYTES - suffix.length;
  const { name: base, ext } = path.parse(
    shortenFileName(cleanForAllSystems(name), maxBytes, (one) => Buffer.byteLength(one)),
  );
  return base + suffix + ext;
}

/** Some file systems ignore case and Unicode form. */
const foldName = (name: string): string => name.normalize('NFC').toLowerCase();
