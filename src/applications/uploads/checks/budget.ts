import { inflateSync } from 'node:zlib';
import {
  MAX_CHECK_CPU_MS,
  MAX_UNPACK_RATIO,
  MAX_UNPACKED_BYTES,
  UNPACK_GRACE_BYTES,
} from '../../rules/limits.ts';
import { RefusedFileError } from '../../rules/problems.ts';

/** Unpacked bytes and CPU time that one file may cause over all levels of nesting. */
export type Budget = ReturnType<typeof createBudget>;

export const maxUnpackedBytes = (fileBytes: number): number =>
  Math.min(MAX_UNPACKED_BYTES, Math.max(UNPACK_GRACE_BYTES, fileBytes * MAX_UNPACK_RATIO));

export function createBudget(maxBytes: number) {
  const startedAt = process.cpuUsage();
  let bytesLeft = maxBytes;

  function spend(bytes: number): void {
    bytesLeft -= bytes;
    const { user, system } = process.cpuUsage(startedAt);
    if (bytesLeft < 0 || user + system > MAX_CHECK_CPU_MS * 1000) throw new RefusedFileError('fileUnsafe');
  }

  return {
    spend,
    /** Inflates zlib data and spends its size. Returns an empty buffer for other bytes. */
    inflate(bytes: Buffer): Buffer {
      const inflated = tryInflate(bytes, bytesLeft + 1);
      spend(inflated.length);
      return inflated;
    },
  };
}

function tryInflate(bytes: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return Buffer.alloc(0);
    throw new RefusedFileError('fileUnsafe');
  }
}
