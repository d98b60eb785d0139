import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { CONTENT_FILE } from '../../src/backend/content-copies.ts';
import { descriptorsOf, residentMb } from '../support/processes.ts';

/** Resources of all processes of the site; `disk` in bytes by folder, `other` the database. */
export type Sample = {
  seconds: number;
  memoryMb: number;
  descriptors: number;
  disk: Record<'content' | 'media' | 'uploads' | 'other', number>;
};

/** Looks at the site with this process and this data. */
export function look(pid: number, dataDir: string, seconds: number): Sample {
  const disk = { content: 0, media: 0, uploads: 0, other: 0 };
  for (const entry of readdirSync(dataDir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const [top = ''] = path.relative(dataDir, file).split(path.sep);
    // A file may go while the folder is read.
    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const part = top.startsWith(CONTENT_FILE) ? 'content' : top;
    disk[part in disk ? (part as keyof typeof disk) : 'other'] += bytes;
  }
  return { seconds, memoryMb: residentMb(pid), descriptors: descriptorsOf(pid), disk };
}
