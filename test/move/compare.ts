import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openStore, type StoreLocation } from '../../src/store/index.ts';
import { runCommand } from './step.ts';

/** Facts that a move must preserve. */
type Snapshot = {
  applications: number;
  files: number;
  bytes: number;
  exportSha256: string;
  filesSha256: string;
};

export async function takeSnapshot(place: StoreLocation): Promise<Snapshot> {
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

export const differences = (where: string, before: Snapshot, found: Snapshot): string[] =>
  (Object.keys(before) as (keyof Snapshot)[])
    .filter((name) => before[name] !== found[name])
    .map((name) => `${where}: ${name} ${found[name]}, not ${before[name]}`);

type Manifest = { files: { path: string; sha256: string }[] };

/** Files of a backup with their SHA-256, including draft files, which an export lacks. */
export async function uploadsOf(folder: string): Promise<string> {
  const { files } = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;
  return files
    .filter(({ path: name }) => name.startsWith('uploads/'))
    .map(({ path: name, sha256 }) => `${name} ${sha256}`)
    .sort()
    .join('\n');
}
