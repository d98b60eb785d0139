import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createBucket } from '../files/bucket.ts';
import { syncFolder } from '../files/disk.ts';
import { codeOf, type FileContent, FOLDER_OF_OWNER, measure, pourInto } from '../lib/copy-file.ts';
import { eachAtOnce } from '../lib/each-at-once.ts';
import { DATABASE_FILE } from '../store/engine/database.ts';
import { SECRET_FILE } from '../store/secret.ts';
import type { Job } from './backup.ts';
import { type Entry, MAX_CONCURRENT_COPIES, UPLOADS } from './manifest.ts';
import { hasOwnSecret } from './secret-advice.ts';

/** `stage`: a folder on the same disk as the data folder. */
type Staging = Job & { stage: string };

/** Copies a file to the stage, or only checks it if it does not belong in the data folder. Throws if it differs from the manifest. */
export async function stageOrCheck(staging: Staging, entry: Entry): Promise<void> {
  const source = createReadStream(path.join(staging.folder, entry.path));
  const isStaged = entry.path === DATABASE_FILE || isInDataDir(staging, entry);
  const found = isStaged ? pourInto(path.join(staging.stage, entry.path), source) : measure(source);
  checkContent(
    entry,
    await found.catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? new Error(`the backup lacks ${entry.path}`) : error;
    }),
  );
}

function checkContent({ path: name, bytes, sha256 }: Entry, found: FileContent): void {
  if (found.bytes !== bytes || found.sha256 !== sha256)
    throw new Error(`${name} in the backup differs from the manifest`);
}

/** Uploads unless they are in a bucket, and the secret if the site uses that of its data folder. */
const isInDataDir = ({ place, sessionSecret }: Job, entry: Entry): boolean =>
  isUpload(entry) ? !place.s3 : entry.path === SECRET_FILE && hasOwnSecret({ place, sessionSecret });

const isUpload = ({ path: name }: Entry): boolean => name.startsWith(`${UPLOADS}/`);

/** Places everything but the tables. Files with the same name are the same, because names are random. */
export async function placeFiles(staging: Staging, entries: Entry[]): Promise<void> {
  const { dataDir } = staging.place;
  await mkdir(path.join(dataDir, UPLOADS), { recursive: true, mode: FOLDER_OF_OWNER });
  for (const { path: name } of entries.filter((entry) => isInDataDir(staging, entry)))
    await rename(path.join(staging.stage, name), path.join(dataDir, name));
  for (const place of [path.join(dataDir, UPLOADS), dataDir]) await syncFolder(place);
  if (staging.place.s3) await putAll(staging, entries.filter(isUpload));
}

/** Keys are random: they do not collide with other files of the bucket. */
async function putAll({ place: { s3 }, folder }: Job, uploads: Entry[]): Promise<void> {
  if (!s3) return;
  const bucket = await createBucket(s3);
  await eachAtOnce(MAX_CONCURRENT_COPIES, uploads, async (entry) => {
    const content = await readFile(path.join(folder, entry.path));
    checkContent(entry, await measure(Readable.from([content])));
    await bucket.put(s3.prefix + path.posix.basename(entry.path), content);
  });
}
