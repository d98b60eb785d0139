import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Uploads } from '../../files/file-store.ts';
import { codeOf, copyStored, FOLDER_OF_OWNER, isEqual, isFree } from '../../lib/copy-file.ts';
import type { SentApplication } from '../../store/applications/applications.ts';
import type { Tell } from './print.ts';
import { foldName, numberedName } from './safe-name.ts';
import { visibleLine } from './terminal.ts';

/** `report` tells of files that somebody should know about, `reportFailure` of those that could not be copied. */
export type Copying = { withInfected: boolean; report: Tell; reportFailure: Tell };

/** Copies an application's files; gives the path of each that is there now, by its identifier. */
export type CopyFiles = (application: SentApplication) => Promise<Map<string, string>>;

/**
 * Copies to `{folder}/{reference}/{name}`. A file that an earlier export left there is left; no file is ever
 * overwritten. One that cannot be copied is reported by reference and name, and the rest goes on; so is one that waits for
 * its virus scan, and an infected one, which is copied where that is wished alone.
 */
export async function filesCopier(
  uploads: Uploads,
  folder: string,
  { withInfected, report, reportFailure }: Copying,
): Promise<CopyFiles> {
  await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  return async ({ reference, files }) => {
    const paths = new Map<string, string>();
    const taken = new Set<string>();
    for (const file of files) {
      const warning = warningOf(file, withInfected);
      if (warning !== undefined) report(visibleLine(`${reference}: ${file.name}: ${warning}`));
      if (file.scan === 'infected' && !withInfected) continue;
      try {
        const name = await place(uploads, file, { folder: path.join(folder, reference), taken });
        paths.set(file.id, `${reference}/${name}`);
      } catch (error) {
        reportFailure(visibleLine(`${reference}: ${file.name}: ${reasonOf(error)}`));
      }
    }
    return paths;
  };
}

type File = SentApplication['files'][number];
/** `taken`: folded names that this export has given within the folder. */
type Place = { folder: string; taken: Set<string> };

/** Puts a file under the first name that is free, or finds it where it is already; gives the name. */
async function place(uploads: Uploads, file: File, { folder, taken }: Place): Promise<string> {
  await mkdir(folder, { recursive: true, mode: FOLDER_OF_OWNER });
  for (let number = 1; ; number += 1) {
    const name = numberedName(file.name, number);
    if (taken.has(foldName(name))) continue;
    const target = path.join(folder, name);
    if (isFree(target) ? await copyStored(uploads, file, target) : await isEqual(target, file)) {
      taken.add(foldName(name));
      return name;
    }
  }
}

function warningOf({ scan }: File, withInfected: boolean): string | undefined {
  if (scan === 'held') return 'not yet scanned for viruses';
  if (scan !== 'infected') return undefined;
  return withInfected ? 'infected' : 'infected, not copied';
}

/** Node's own words would name folders of the server. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code !== undefined) return `could not be copied (${code})`;
  return error instanceof Error ? error.message : String(error);
}
