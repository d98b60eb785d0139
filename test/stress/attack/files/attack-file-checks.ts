import { sampleAt } from '../../../../src/applications/uploads/checks/testing/samples.ts';
import { startCrowd } from '../../../support/crowd.ts';
import { startDemoSite } from '../../../support/demo-site.ts';
import { DEMO_FORM } from '../../../support/form-client.ts';
import { seeded } from '../../../support/random.ts';
import { type Hostile, handmade, spoilt } from './hostile-files.ts';
import { type Answer, BEHIND_PROXY, type FormPlace, uploadFrom } from './upload.ts';

const SPOILT = 400;
const MAX_ANSWER_MS = 10_000;
const ATTACKER = '198.51.100.1';

type Sent = Answer & { what: string };

/** Sends hundreds of hostile files from one client address while others send valid files. */
export async function attackFileChecks(
  seed: number,
): Promise<{ faults: string[]; [figure: string]: unknown }> {
  await using site = await startDemoSite({ environment: { ...BEHIND_PROXY, METRICS_TOKEN: 'figures' } });
  const place = { port: site.port, form: DEMO_FORM };
  const ordinary: Sent[] = [];
  const leave = startCrowd(1, async () => void ordinary.push(await sendOrdinary(place, ordinary.length)));
  const attacked = await sendHostile(place, [...handmade(), ...spoilt(seeded(seed), SPOILT)]).finally(leave);
  return {
    faults: [...slow(attacked), ...slow(ordinary), ...refused(ordinary), ...site.stderr],
    hostile: attacked.length,
    hostileTaken: attacked.filter(({ isTaken }) => isTaken).length,
    slowestHostileMs: slowest(attacked),
    ordinary: ordinary.length,
    slowestOrdinaryMs: slowest(ordinary),
    longest: attacked
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 8)
      .map(({ what, ms }) => `${what}: ${ms} ms`),
    figures: await figuresOf(site.base),
  };
}

async function sendHostile(place: FormPlace, files: readonly Hostile[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const file of files) sent.push({ what: file.what, ...(await uploadFrom(place, ATTACKER, file)) });
  return sent;
}

/** Sends one valid file of each kind in turn, each from another client address. */
async function sendOrdinary(place: FormPlace, number: number): Promise<Sent> {
  const { kind, content, extensions } = sampleAt(number);
  const address = `203.0.${Math.floor(number / 250) % 250}.${number % 250}`;
  return {
    what: kind,
    ...(await uploadFrom(place, address, { name: `ordinary.${extensions[0]}`, content })),
  };
}

const slow = (sent: readonly Sent[]): string[] =>
  sent.filter(({ ms }) => ms > MAX_ANSWER_MS).map(({ what, ms }) => `${what} was answered after ${ms} ms`);

const refused = (sent: readonly Sent[]): string[] =>
  sent
    .filter(({ isTaken }) => !isTaken)
    .map(({ what, status, problems }) => `an ordinary ${what} was refused: ${status} ${problems.join(' ')}`);

const slowest = (sent: readonly Sent[]): number => Math.max(...sent.map(({ ms }) => ms));

async function figuresOf(base: string): Promise<string[]> {
  const answer = await fetch(`${base}/metrics`, { headers: { Authorization: 'Bearer figures' } });
  return (await answer.text()).split('\n').filter((line) => line.startsWith('plinth_file_checks'));
}
