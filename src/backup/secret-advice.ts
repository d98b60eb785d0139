import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../lib/copy-file.ts';
import type { StoreLocation } from '../store/index.ts';
import { SECRET_FILE } from '../store/secret.ts';

/** `sessionSecret`: that of the environment. */
type Site = { place: StoreLocation; sessionSecret?: string };

/** Whether the site uses the secret in its data folder: it has no SESSION_SECRET and needs none. */
export const hasOwnSecret = ({ place, sessionSecret }: Site): boolean =>
  sessionSecret === undefined && place.databaseUrl === undefined && place.s3 === undefined;

const WHY = 'otherwise visitors lose drafts and receipts, and the URLs of files and pictures change';

/** Advice if the restored site does not have the old secret yet. Never contains the secret. */
export async function secretAdvice(site: Site, folder: string): Promise<string | undefined> {
  const file = path.join(folder, SECRET_FILE);
  const secret = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (secret === undefined) return `Set SESSION_SECRET to the value of the backed-up site: ${WHY}.`;
  if (hasOwnSecret(site) || secret.trim() === site.sessionSecret) return undefined;
  return `Set SESSION_SECRET on every machine to the content of ${file}: ${WHY}.`;
}
