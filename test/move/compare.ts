import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openStore, type StoreLocation } from '../../src/store/index.ts';
import { runCommand } from './step.ts';

/** What is the same before and after a move. `sha256` of the exported JSON, and of all files with their names, as the store gives them. */
export type Found = {
  applications: number;
  files: number;
  bytes: number;
  exportSha256: string;
  filesSha256: string;
};

export async function lookAt(place: StoreLocation): Promise<Found> {
  const { out } = await runCommand(place, 'export', '--format', 'json');
  const { dataDir, ...options } = place;
  const store = await openStore(dataDir, undefined, options);
  const all = createHash('sha256');
  const counts = { applications: 0, files: 0, bytes: 0 };
  for await (const { reference, files } of store.applications.all()) {
    counts.applications += 1;
    for (const { name, storedName } of files) {
      all.update(`${reference} ${name} `);
      for await (const chunk of await store.uploads.open(storedName)) {
        all.update(chunk as Buffer);
        counts.bytes += (chunk as Buffer).length;
      }
      counts.files += 1;
    }
  }
  await store.close();
  const exportSha256 = createHash('sha256').update(out).digest('hex');
  return { ...counts, exportSha256, filesSha256: all.digest('hex') };
}

export const differences = (where: string, before: Found, found: Found): string[] =>
  (Object.keys(before) as (keyof Found)[])
    .filter((name) => before[name] !== found[name])
    .map((name) => `${where}: ${name} ${found[name]}, not ${before[name]}`);

type Manifest = { files: { path: string; sha256: string }[] };

/** The files of a backup with their SHA-256: also those of drafts, which no export shows. */
export async function uploadsOf(folder: string): Promise<string> {
  const { files } = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;
  return files
    .filter(({ path: name }) => name.startsWith('uploads/'))
    .map(({ path: name, sha256 }) => `${name} ${sha256}`)
    .sort()
    .join('\n');
}
