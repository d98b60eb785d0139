import { checkScanner } from '../../src/cli/doctor/services.ts';
import { install } from '../support/install.ts';
import { hasCommand } from '../support/tools.ts';
import { until } from '../support/until.ts';
import { clamdFolder, MARK } from './daemon.ts';
import { pdf, siteWith } from './visit.ts';

/** A held file is looked for every 15 s, and after a failed round after 30 s. */
const HELD_PATIENCE_MS = 90_000;
const MEGABYTE = 1024 * 1024;

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
type Kind = keyof typeof clamd.urls;

async function cleanAndInfected(kind: Kind): Promise<void> {
  await using _daemon = await clamd.start();
  await using site = await siteWith(clamd.urls[kind]);
  expectThat(`${kind}: a clean file is sent`, (await site.send(pdf('clean'))).status, 303);
  const { status, problems } = await site.send(pdf(MARK));
  const isNamed = problems.some((words) => words.includes('plan.pdf: The file contains a virus.'));
  expectThat(`${kind}: an infected file is refused by name`, [status, isNamed], [422, true]);
  expectThat(`${kind}: what is known of the files sent`, await site.scans(), ['clean']);
}

async function heldThenClean(): Promise<void> {
  const daemon = await clamd.start();
  await using site = await siteWith(clamd.urls.unix);
  await daemon.stop();
  expectThat('clamd stopped: files are taken', (await site.send(pdf('one'))).status, 303);
  expectThat('clamd stopped: an infected one too', (await site.send(pdf(MARK))).status, 303);
  expectThat('clamd stopped: they are held', await site.scans(), ['held', 'held']);
  await using _again = await clamd.start();
  const startedAt = Date.now();
  const isFree = async () => !(await site.scans()).includes('held');
  await until('no file is held', isFree, { timeoutMs: HELD_PATIENCE_MS, pauseMs: 500 });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  expectThat(`clamd started again: after ${seconds} s`, await site.scans(), ['clean', 'infected']);
  for (const line of site.log()) console.log(`      ${line}`);
}

async function withSettings(
  what: string,
  settings: Record<string, string>,
  expected: [scan: string, level: string],
): Promise<void> {
  await using _daemon = await clamd.start(settings);
  await using site = await siteWith(clamd.urls.unix);
  await site.send(pdf('large', 2 * MEGABYTE));
  expectThat(`${what}: a file of 2 MB`, await site.scans(), [expected[0]]);
  for (const line of site.log()) console.log(`      ${line}`);
  const { level, text } = await checkScanner(clamd.urls.unix);
  expectThat(`${what}: level of the doctor`, level, expected[1]);
  console.log(`      doctor: ${text}`);
}

try {
  await cleanAndInfected('unix');
  await cleanAndInfected('tcp');
  await withSettings('the settings that OPERATING.md asks for', {}, ['clean', 'ok']);
  await withSettings('StreamMaxLength 1M', { StreamMaxLength: '1M' }, ['held', 'error']);
  await withSettings('MaxFileSize 1M', { MaxFileSize: '1M' }, ['held', 'error']);
  // The site cannot detect this: clamd returns OK for a file that it has not scanned.
  await withSettings('MaxFileSize 1M, AlertExceedsMax no', { MaxFileSize: '1M', AlertExceedsMax: 'no' }, [
    'clean',
    'warning',
  ]);
  await heldThenClean();
} finally {
  await clamd.remove();
}
console.log(faults === 0 ? 'All as it should be.' : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
