import { Readable } from 'node:stream';
import { checkScanner } from '../../src/cli/doctor/services.ts';
import { MEGABYTE } from '../../src/form/rules/limits.ts';
import { buildPdf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { CHUNK_BYTES, instream, readClamdUrl } from '../../src/form/uploads/virus-scan/clamd.ts';
import { held, readVerdict, type Verdict } from '../../src/form/uploads/virus-scan/verdict.ts';
import { install } from '../support/install.ts';
import { hasCommand } from '../support/tools.ts';
import { clamdFolder, MARK } from './daemon.ts';

const SCAN_MS = 20_000;
const INFECTED: Verdict = { scan: 'infected', signature: 'Plinth.Test.UNOFFICIAL' };

if (!hasCommand('clamd') && !(install(['clamav-daemon']) && hasCommand('clamd'))) {
  console.error('This test needs clamd, and it could not be installed: please install clamav-daemon.');
  process.exit(1);
}

let faults = 0;
function expectThat(what: string, seen: unknown, expected: unknown): void {
  const isSo = JSON.stringify(seen) === JSON.stringify(expected);
  if (!isSo) faults += 1;
  console.log(`${isSo ? 'ok   ' : 'FAULT'} ${what}: ${JSON.stringify(seen)}`);
}

const clamd = await clamdFolder();
const pdf = (text: string, bytes: number) => buildPdf({ objects: `% ${text}\n`, padding: bytes });

/** Sends a file in the chunks of the site. */
async function verdictOn(url: string, content: Buffer): Promise<Verdict> {
  const count = Math.ceil(content.length / CHUNK_BYTES);
  const chunks = Array.from({ length: count }, (_, at) =>
    content.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES),
  );
  return readVerdict(await instream(readClamdUrl(url), Readable.from(chunks), AbortSignal.timeout(SCAN_MS)));
}

async function cleanAndInfected(): Promise<void> {
  await using _daemon = await clamd.start();
  for (const [kind, url] of Object.entries(clamd.urls)) {
    expectThat(`${kind}: a clean file`, await verdictOn(url, pdf('clean', 1000)), { scan: 'clean' });
    expectThat(`${kind}: an infected file`, await verdictOn(url, pdf(MARK, 1000)), INFECTED);
  }
}

async function withSettings(settings: Record<string, string>, scan: Verdict, level: string): Promise<void> {
  await using _daemon = await clamd.start(settings);
  const what = JSON.stringify(settings);
  expectThat(`${what}: a file of 2 MB`, await verdictOn(clamd.urls.unix, pdf('large', 2 * MEGABYTE)), scan);
  const found = await checkScanner(clamd.urls.unix);
  expectThat(`${what}: level of the doctor`, found.level, level);
  console.log(`      doctor: ${found.text}`);
}

try {
  await cleanAndInfected();
  await withSettings({}, { scan: 'clean' }, 'ok');
  await withSettings({ StreamMaxLength: '1M' }, held('StreamMaxLength is too small', 'file'), 'error');
  const exceeded = held('Heuristics.Limits.Exceeded.MaxFileSize', 'file');
  await withSettings({ MaxFileSize: '1M' }, exceeded, 'error');
  // The site cannot detect this: clamd returns OK for a file that it has not scanned.
  await withSettings({ MaxFileSize: '1M', AlertExceedsMax: 'no' }, { scan: 'clean' }, 'warning');
} finally {
  await clamd.remove();
}
console.log(faults === 0 ? 'All as it should be.' : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
