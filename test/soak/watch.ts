import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { residentMb } from '../bench/process-figures.ts';
import { descriptorsOf } from '../support/descriptors.ts';

/** The folders of `DATA_DIR` whose bytes are told one by one. */
const FOLDERS = ['content', 'media', 'uploads'] as const;

/** What the site holds at a moment, all its processes together; `disk` in bytes, by folder, `other` the database. */
export type Sample = {
  seconds: number;
  memoryMb: number;
  descriptors: number;
  disk: Record<(typeof FOLDERS)[number] | 'other', number>;
};

/** Looks at the site with this process and this data. */
export function look(pid: number, dataDir: string, seconds: number): Sample {
  const [content, media, uploads] = FOLDERS.map((name) => bytesIn(path.join(dataDir, name)));
  return {
    seconds,
    memoryMb: residentMb(pid),
    descriptors: descriptorsOf(pid),
    disk: {
      content: content ?? 0,
      media: media ?? 0,
      uploads: uploads ?? 0,
      other: bytesIn(dataDir) - (content ?? 0) - (media ?? 0) - (uploads ?? 0),
    },
  };
}

function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).reduce((sum, entry) => sum + sizeOf(entry), 0);
}

/** A file may go while the folder is read. */
const sizeOf = ({ parentPath, name }: { parentPath: string; name: string }): number =>
  statSync(path.join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0;
