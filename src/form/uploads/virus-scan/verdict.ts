import type { StreamAnswer } from './clamd.ts';

/**
 * What the daemon's answer makes of a file. `held`: nobody knows what is in it; `isDaemons` where that lies in the daemon and
 * not in the file. `reason` and `signature` are for the log.
 */
export type Verdict =
  | { scan: 'clean' }
  | { scan: 'infected'; signature: string }
  | { scan: 'held'; reason: string; isDaemons: boolean };

const FOUND = /^stream: (?<signature>.+) FOUND$/u;
const TOO_LARGE = 'INSTREAM size limit exceeded';

/**
 * By these names the daemon says that it did not look at all of a file, because of its own limits (`AlertExceedsMax`) or a
 * password (`AlertEncrypted`): such a file is neither clean nor infected.
 */
const NOT_LOOKED_AT = /^Heuristics\.(?:Limits\.Exceeded|Encrypted)(?:\.|$)/u;

/** Judges an answer to INSTREAM: only the very words `stream: OK`, said of the whole file, make it clean. */
export function readVerdict({ text, isWhole }: StreamAnswer): Verdict {
  if (text.startsWith(TOO_LARGE)) return held('StreamMaxLength is too small', false);
  if (!isWhole) return held('answered too early', true);
  if (text === 'stream: OK') return { scan: 'clean' };
  const signature = FOUND.exec(text)?.groups?.signature;
  if (signature === undefined) return held('unclear answer', true);
  return NOT_LOOKED_AT.test(signature) ? held(signature, false) : { scan: 'infected', signature };
}

export const held = (reason: string, isDaemons: boolean): Verdict => ({ scan: 'held', reason, isDaemons });
