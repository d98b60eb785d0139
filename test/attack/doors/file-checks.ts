import { samples } from '../../../src/uploads/checks/test-support/samples.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { seeded } from '../../support/random.ts';
import type { DoorReport } from '../doors.ts';
import { type Hostile, handmade, spoilt } from '../files/hostile-files.ts';
import { type Answer, BEHIND_PROXY, type FormPlace, uploadFrom } from '../files/upload.ts';

const SPOILT = 400;
const MAX_ANSWER_MS = 10_000;
const ATTACKER = '198.51.100.1';
const FORM = '/en/work-with-us/application';

type Sent = Answer & { what: string };

/** Hostile files by the hundred from one address, and all the while ordinary ones from others. */
export async function attackFileChecks(seed: number): Promise<DoorReport> {
  const site = await startDemoSite({ environment: { ...BEHIND_PROXY, METRICS_TOKEN: 'figures' } });
  const place = { port: Number(new URL(site.base).port), form: FORM };
  try {
    const hostile = [...handmade(), ...spoilt(seeded(seed), SPOILT)];
    let isOver = false;
    const attack = sendHostile(place, hostile).finally(() => {
      isOver = true;
    });
    const [attacked, ordinary] = await Promise.all([attack, sendOrdinary(place, () => isOver)]);
    const figures = await figuresOf(site.base);
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
      figures,
    };
  } finally {
    await site.stop();
  }
}

async function sendHostile(place: FormPlace, files: readonly Hostile[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const file of files) sent.push({ what: file.what, ...(await uploadFrom(place, ATTACKER, file)) });
  return sent;
}

async function sendOrdinary(place: FormPlace, isOver: () => boolean): Promise<Sent[]> {
  const sent: Sent[] = [];
  while (!isOver()) {
    const { kind, content, extensions } = samples[sent.length % samples.length] ?? {
      kind: '',
      extensions: [],
    };
    const address = `203.0.${Math.floor(sent.length / 250) % 250}.${sent.length % 250}`;
    const file = { name: `ordinary.${extensions[0]}`, content: content ?? Buffer.alloc(0) };
    sent.push({ what: kind, ...(await uploadFrom(place, address, file)) });
  }
  return sent;
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
