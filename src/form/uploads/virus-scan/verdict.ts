import type { StreamResponse } from './clamd.ts';

/** Result of a scan. `held`: not scanned, because of the daemon or of the file. `reason` and `signature` are for the log. */
export type Verdict =
  | { scan: 'clean' }
  | { scan: 'infected'; signature: string }
  | { scan: 'held'; reason: string; cause: 'daemon' | 'file' };

const FOUND = /^stream: (?<signature>.+) FOUND$/u;
const TOO_LARGE = 'INSTREAM size limit exceeded';

/** Signatures of files that were not scanned completely, because of limits (`AlertExceedsMax`) or a password (`AlertEncrypted`). */
const INCOMPLETE = /^Heuristics\.(?:Limits\.Exceeded|Encrypted)(?:\.|$)/u;

/** Reads a response to INSTREAM. Only the exact text `stream: OK` for the whole file means clean. */
export function readVerdict({ text, isWhole }: StreamResponse): Verdict {
  if (text.startsWith(TOO_LARGE)) return held('StreamMaxLength is too small', 'file');
  if (!isWhole) return held('answered too early', 'daemon');
  if (text === 'stream: OK') return { scan: 'clean' };
  const signature = FOUND.exec(text)?.groups?.signature;
  if (signature === undefined) return held('unclear answer', 'daemon');
  return INCOMPLETE.test(signature) ? held(signature, 'file') : { scan: 'infected', signature };
}

export const held = (reason: string, cause: 'daemon' | 'file'): Verdict => ({ scan: 'held', reason, cause });
