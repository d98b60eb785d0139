import { setTimeout as wait } from 'node:timers/promises';
import { between, createKeyedRandom, pick, type Random } from '../../src/form/captcha/keyed-random.ts';
import { judge, type Result, type Visit } from '../crash/visits.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { startTestStore } from '../support/test-store.ts';
import { until } from '../support/until.ts';
import { type LoadFigures, startLoad } from './load.ts';
import { startSignalSite, timesLogged, workersOf } from './signal-site.ts';

const WORKERS = 2;

/** Signals to the site under load; each resolves when their effect is complete. */
const BLOWS = {
  'kill -9 of a worker': async (site, random) => {
    const victim = pick(random, workersOf(site));
    process.kill(victim, 'SIGKILL');
    await until(
      'it is replaced',
      () => !workersOf(site).includes(victim) && workersOf(site).length === WORKERS,
    );
  },
  'kill -9 of the primary': async (site) => void process.kill(site.pid, 'SIGKILL'),
  SIGTERM: async (site) => {
    for (const pid of [...workersOf(site), site.pid]) process.kill(pid, 'SIGTERM');
    const { code } = await site.ended;
    if (code !== 0) throw new Error(`SIGTERM: it ended with ${code}`);
  },
  SIGHUP: async (site) => {
    const rolls = timesLogged(site, 'rolling restart: done');
    process.kill(site.pid, 'SIGHUP');
    await until('it has rolled', () => timesLogged(site, 'rolling restart: done') > rolls);
  },
} satisfies Record<string, (site: DemoSite, random: Random) => Promise<void>>;

type Blow = keyof typeof BLOWS;
const DROPPING: Blow[] = ['kill -9 of a worker', 'kill -9 of the primary'];
const NAMES = Object.keys(BLOWS) as Blow[];

/** Duration of the load before a signal. */
const CALM_MS = { low: 300, high: 2500 };
/** After this time every client has begun its last request. */
const UNDER_WAY_MS = 100;
/** Pause before the figures are read. */
const AFTER_MS = 300;

type Tally = Record<'rounds' | 'pages' | 'uploads' | 'applications' | 'cut', number>;
export type Figures = Record<Blow, Tally> & Result & { seed: string; seconds: number };

const noTally = (): Tally => ({ rounds: 0, pages: 0, uploads: 0, applications: 0, cut: 0 });

/**
 * Sends signals to the site under load at random moments for `seconds`, each kind in turn and then as the seed decides.
 * Faults are requests that SIGTERM or SIGHUP dropped, and lost, double or altered applications.
 */
export async function signalRounds(seed: string, seconds: number, usesPostgresS3 = false): Promise<Figures> {
  const random = createKeyedRandom(`signals ${seed}`);
  await using stack = new AsyncDisposableStack();
  const store = await startTestStore(stack, 'signals', usesPostgresS3);
  // Processes of a killed primary end before their data is removed.
  await using running = new AsyncDisposableStack();
  const visits: Visit[] = [];
  const drops: string[] = [];
  const tallies = Object.fromEntries(NAMES.map((name) => [name, noTally()])) as Record<Blow, Tally>;
  const startedAt = Date.now();
  for (let round = 0; round < NAMES.length || Date.now() - startedAt < seconds * 1000; round += 1) {
    const blow = NAMES[round] ?? pick(random, NAMES);
    const site = running.use(await startSignalSite(store.place.dataDir, WORKERS, store.environment));
    const load = startLoad(site, visits);
    await wait(between(random, CALM_MS.low, CALM_MS.high));
    // A connection that arrives while the port closes may be cut: clients only finish what they have begun.
    const stopped = blow === 'SIGTERM' ? load.stop() : undefined;
    await wait(UNDER_WAY_MS);
    await BLOWS[blow](site, random);
    await wait(AFTER_MS);
    const figures = await (stopped ?? load.stop());
    add(tallies[blow], figures);
    if (!DROPPING.includes(blow)) drops.push(...dropsOf(figures).map((drop) => `${blow}: ${drop}`));
    if (blow === 'SIGHUP' && figures.pages.refused > 0) drops.push(`${blow}: connections were refused`);
    // The next site starts next to processes of a killed one.
    if (blow !== 'kill -9 of the primary') await site.stop();
  }
  await running.disposeAsync();
  const { faults, ...found } = await judge(store.place, visits, 1);
  const whole = Math.round((Date.now() - startedAt) / 1000);
  return { seed, seconds: whole, ...tallies, ...found, faults: [...drops, ...faults] };
}

const dropsOf = ({ pages, drops }: LoadFigures): string[] => [...pages.failures, ...drops];

function add(tally: Tally, figures: LoadFigures): void {
  tally.rounds += 1;
  tally.pages += figures.pages.answered;
  tally.uploads += figures.uploads;
  tally.applications += figures.applications;
  tally.cut += dropsOf(figures).length;
}
