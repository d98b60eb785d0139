import { MAX_FILE_BYTES } from '../../application/limits.ts';
import { ask, instream } from './clamd.ts';
import { readClamdUrl } from './clamd-address.ts';
import { CHUNK_BYTES, CONNECT_MS, HELD_SCAN_MS, IDLE_MS } from './limits.ts';
import { readVerdict, type Verdict } from './verdict.ts';

/**
 * What a daemon says of itself: whether it answers, its version with that of its signatures, and its verdict on an empty file
 * of the largest size that the form takes, which is `clean` where its limits let such a file be scanned.
 */
export type ClamdFacts = { isUp: true; version: string; largest: Verdict } | { isUp: false; reason: string };

/** Asks the daemon at a `CLAMD_URL` for its facts. Takes no longer than the scan of one file; never rejects. */
export async function clamdFacts(url: string): Promise<ClamdFacts> {
  const address = readClamdUrl(url);
  const soon = () => AbortSignal.timeout(CONNECT_MS + IDLE_MS);
  try {
    const pong = await ask(address, 'PING', soon());
    if (pong !== 'PONG') return { isUp: false, reason: 'unclear answer' };
    const version = await ask(address, 'VERSION', soon());
    const largest = readVerdict(await instream(address, largestFile(), AbortSignal.timeout(HELD_SCAN_MS)));
    return { isUp: true, version, largest };
  } catch (error) {
    return { isUp: false, reason: (error as Error).message };
  }
}

/** A piece at a time, so that the daemon's word on what is too much is read in between. */
async function* largestFile(): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; at < MAX_FILE_BYTES; at += piece.length) {
    yield piece.subarray(0, Math.min(piece.length, MAX_FILE_BYTES - at));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
