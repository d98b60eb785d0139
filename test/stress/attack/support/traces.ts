import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { FormClient } from '../../../support/form-client.ts';
import type { Site } from '../../../support/site.ts';

/** Tolerance for connections that are still open when a test ends. */
const SPARE_DESCRIPTORS = 6;
const PATIENCE = { timeout: 15_000, interval: 50 };

/** Reads rows of the site's database over a separate connection. */
export function rowsOf<Row>({ dataDir }: Site, sql: string, ...values: string[]): Row[] {
  using database = new DatabaseSync(path.join(dataDir, 'plinth.sqlite'), { readOnly: true });
  return database.prepare(sql).all(...values) as Row[];
}

const KNOWN =
  'select stored_name as name from draft_files union all select stored_name as name from application_files';

/** Returns temporary and orphaned files in the upload folder, and rows whose file is missing. */
async function leftovers(site: Site) {
  const stored = await readdir(path.join(site.dataDir, 'uploads'));
  const known = rowsOf<{ name: string }>(site, KNOWN).map(({ name }) => name);
  return {
    temporary: stored.filter((name) => name.endsWith('.part')),
    unknown: stored.filter((name) => !name.endsWith('.part') && !known.includes(name)),
    missing: known.filter((name) => !stored.includes(name)),
  };
}

export const openDescriptors = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

/** Waits until only files of drafts and applications are left. */
export async function expectTidy(site: Site, descriptorsBefore: number): Promise<void> {
  await expect.poll(() => leftovers(site), PATIENCE).toEqual({ temporary: [], unknown: [], missing: [] });
  await expect
    .poll(() => openDescriptors(), PATIENCE)
    .toBeLessThanOrEqual(descriptorsBefore + SPARE_DESCRIPTORS);
}

/** Returns error lines in the log of the site. */
export const errorsIn = ({ lines }: Site) => lines.filter(({ level }) => level >= 50);

/** Returns the id of a visitor's draft, by the key in the form. */
export function draftIdOf(site: Site, client: FormClient): string {
  const key = client.inputs().submitKey ?? '';
  return rowsOf<{ id: string }>(site, 'select id from drafts where submit_key = ?', key)[0]?.id ?? '';
}
