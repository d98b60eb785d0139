import { gzipSync } from 'node:zlib';
import { MAX_FILE_BYTES } from '../../form/rules/limits.ts';
import { CHUNK_BYTES, instream, readClamdUrl, sendCommand } from '../../form/uploads/virus-scan/clamd.ts';
import { HELD_SCAN_TIMEOUT_MS } from '../../form/uploads/virus-scan/held-scans.ts';
import { held, readVerdict, type Verdict } from '../../form/uploads/virus-scan/verdict.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const WHAT = 'virus scan';

/** How deep an archive must be nested that clamd surely does not open to its end: it takes no `MaxRecursion` above 100. */
const TOO_DEEP = 150;

/** Whether the virus scanner answers, and whether it looks at all of the files that the form takes. */
export async function checkScanner(url: string): Promise<Finding> {
  const facts = await clamdFacts(url);
  if (!facts.isUp) return fault(WHAT, `${url}: ${facts.reason}`);
  const { version, largest, tellsLimits } = facts;
  if (largest.scan === 'held')
    return fault(WHAT, `${version}: a file of the largest size is not scanned: ${largest.reason}`);
  if (!tellsLimits)
    return warning(WHAT, `${version}: set AlertExceedsMax, or what it did not look at counts as clean`);
  return ok(WHAT, `${url}: ${version}`);
}

/**
 * Properties of a daemon. `largest`: its verdict on an empty file of the largest size of the form. `tellsLimits`: whether
 * it says that its own limits kept it from scanning all of a file (`AlertExceedsMax`); otherwise such a file counts as clean.
 */
type ClamdFacts =
  | { isUp: true; version: string; largest: Verdict; tellsLimits: boolean }
  | { isUp: false; reason: string };

/** Takes no longer than the scan of two files. Never rejects. */
export async function clamdFacts(url: string): Promise<ClamdFacts> {
  const address = readClamdUrl(url);
  const verdictOn = (bytes: Buffer): Promise<Verdict> =>
    instream(address, piecesOf(bytes), AbortSignal.timeout(HELD_SCAN_TIMEOUT_MS)).then(
      readVerdict,
      (error: Error) => held(error.message, 'daemon'),
    );
  try {
    if ((await sendCommand(address, 'PING')) !== 'PONG') return { isUp: false, reason: 'unclear answer' };
    const version = await sendCommand(address, 'VERSION');
    const largest = await verdictOn(Buffer.alloc(MAX_FILE_BYTES));
    const { scan } = await verdictOn(nestedArchive(TOO_DEEP));
    return { isUp: true, version, largest, tellsLimits: scan === 'held' };
  } catch (error) {
    return { isUp: false, reason: (error as Error).message };
  }
}

function nestedArchive(depth: number): Buffer {
  let archive: Buffer = Buffer.from('nothing');
  for (let level = 0; level < depth; level += 1) archive = gzipSync(archive);
  return archive;
}

/** A piece at a time, so that the daemon's word on what is too much is read in between. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
