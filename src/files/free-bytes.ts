import { statfs } from 'node:fs/promises';

/** Bytes that the site's own user may still write; NaN if the disk does not report them. */
export const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.NaN,
  );
