import type { Entry } from 'yauzl';
import {
  MAX_NESTED_RATIO,
  MAX_UNPACK_RATIO,
  MAX_UNPACKED_BYTES,
  NESTED_GRACE_BYTES,
  RATIO_GRACE_BYTES,
} from './check-limits.ts';
import { Refusal } from './refusal.ts';

type Sized = Pick<
  Entry,
  'fileName' | 'fileNameLength' | 'relativeOffsetOfLocalHeader' | 'compressedSize' | 'uncompressedSize'
> & { compressionMethod: number };

const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ARCHIVE_NAME =
  /\.(?:zip|jar|7z|rar|gz|tgz|bz2|xz|zst|docx|docm|dotx|xlsx|xlsm|xlsb|xltx|pptx|pptm|ppsx|potx|od[tsp])$/iu;

/** Entries must lie one behind the other before the directory: sharing bytes is how small bombs unpack to petabytes. */
export function refuseOverlaps(entries: readonly Sized[], directoryAt: number): void {
  const extents = entries.map((entry) => {
    const start = entry.relativeOffsetOfLocalHeader;
    return { start, end: start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize };
  });
  let free = 0;
  for (const { start, end } of extents.sort((a, b) => a.start - b.start)) {
    if (start < free) throw new Refusal('fileUnsafe', 'overlapping entries');
    free = end;
  }
  if (free > directoryAt) throw new Refusal('fileUnsafe', 'entries reach into the directory');
}

function refuseEntry({ fileName, compressedSize, uncompressedSize, compressionMethod }: Sized): void {
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) {
    throw new Refusal('fileUnsafe', `${fileName} is packed by method ${compressionMethod}`);
  }
  const allowed = Math.max(NESTED_GRACE_BYTES, compressedSize * MAX_NESTED_RATIO);
  if (ARCHIVE_NAME.test(fileName) && uncompressedSize > allowed) {
    throw new Refusal('fileUnsafe', `${fileName} unpacks to ${uncompressedSize} bytes`);
  }
}

/** Refuses what would unpack to absurd sizes, by the sizes that the directory declares. */
export function refuseBomb(entries: readonly Sized[], archiveBytes: number): void {
  for (const entry of entries) refuseEntry(entry);
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  const allowed = Math.min(MAX_UNPACKED_BYTES, Math.max(RATIO_GRACE_BYTES, archiveBytes * MAX_UNPACK_RATIO));
  if (unpacked > allowed) throw new Refusal('fileUnsafe', `unpacks to ${unpacked} bytes`);
}
