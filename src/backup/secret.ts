import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../lib/copy-file.ts';
import type { StoreLocation } from '../store/index.ts';
import { SECRET_FILE } from '../store/secret.ts';

/** `sessionSecret` is the one that the environment sets. */
type Site = { place: StoreLocation; sessionSecret?: string };

/** Whether a site signs with the secret in its data folder: it does where no other is set, and none has to be. */
export const hasOwnSecret = ({ place, sessionSecret }: Site): boolean =>
  sessionSecret === undefined && place.databaseUrl === undefined && place.s3 === undefined;

const WHY =
  'with another one visitors lose their drafts and receipts, and the addresses of files and pictures change';

/** What to set so that the restored site signs as the old one did, or nothing where it does. The secret itself is never told. */
export async function secretAdvice(site: Site, folder: string): Promise<string | undefined> {
  const file = path.join(folder, SECRET_FILE);
  const secret = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (secret === undefined) return `Set SESSION_SECRET to what it was where the backup was made: ${WHY}.`;
  if (hasOwnSecret(site) || secret.trim() === site.sessionSecret) return undefined;
  return `Set SESSION_SECRET, on every machine, to what ${file} holds: ${WHY}.`;
}
