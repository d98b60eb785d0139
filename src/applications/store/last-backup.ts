import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const FILE = 'last-backup.json';

/** `missing` is the number of application files that could not be copied. */
type LastBackup = { createdAt: string; missing: number };

/** Records a complete backup in the data folder, for the metrics of the site. */
export const recordBackup = (dataDir: string, backup: LastBackup): Promise<void> =>
  writeFile(path.join(dataDir, FILE), JSON.stringify(backup));

/** Reads the last backup. Its age is infinite before the first backup of this machine. */
export async function lastBackup(dataDir: string): Promise<{ ageS: number; missing: number }> {
  try {
    const text = await readFile(path.join(dataDir, FILE), 'utf8');
    const { createdAt, missing } = JSON.parse(text) as LastBackup;
    return { ageS: (Date.now() - Date.parse(createdAt)) / 1000, missing };
  } catch {
    return { ageS: Number.POSITIVE_INFINITY, missing: 0 };
  }
}
