import { setTimeout as wait } from 'node:timers/promises';
import { between, createKeyedRandom, pick } from '../../src/form/captcha/keyed-random.ts';
import { judge, type Result, type Visit } from '../crash/visits.ts';
import type { DemoSite } from '../support/demo-site.ts';
import { startTestStore } from '../support/test-store.ts';
import { until } from '../support/until.ts';
import { startLoad } from './load.ts';
import { startSignalSite } from './signal-site.ts';

/** Signals to the site under load; each resolves when their effect is complete. */
const BLOWS = {
  'kill -9': async (site) => void process.kill(site.pid, 'SIGKILL'),
  SIGTERM: async (site) => {
    process.kill(site.pid, 'SIGTERM');
    const { code } = await site.ended;
    if (code !== 0) throw new Error(`SIGTERM: it ended with ${code}`);
  },
} satisfies Record<string, (site: DemoSite) => Promise<void>>;

type Blow = keyof typeof BLOWS;
const NAMES = Object.keys(BLOWS) as Blow[];

/** Duration of the load before a signal. */
const CALM_MS = { low: 300, high: 2500 };
/** After this time every client has begun its last request. */
const UNDER_WAY_MS = 100;
/** Pause before the figures are read. */
const AFTER_MS = 300;

export type Figures = Result & { seed: string; seconds: number; rounds: number };

/**
 * Sends signals to the site under load at random moments for `seconds`, each kind in turn and then as the seed decides.
 * Faults are requests that SIGTERM dropped, and lost, double or altered applications.
 */
export async function signalRounds(seed: string, seconds: number, usesPostgresS3 = false): Promise<Figures> {
  const random = createKeyedRandom(`signals ${seed}`);
  await using stack = new AsyncDisposableStack();
  const store = await startTestStore(stack, 'signals', usesPostgresS3);
  await using running = new AsyncDisposableStack();
  const visits: Visit[] = [];
  const drops: string[] = [];
  const startedAt = Date.now();
  let rounds = 0;
  for (; rounds < NAMES.length || Date.now() - startedAt < seconds * 1000; rounds += 1) {
    const blow = NAMES[rounds] ?? pick(random, NAMES);
    const site = running.use(await startSignalSite(store.environment));
    const load = startLoad(site, visits);
    const isDropping = blow === 'kill -9';
    // The uploads, which are slower, are under way by then.
    if (!isDropping) await until(`${blow}: an application is answered`, () => load.figures.applications > 0);
    await wait(between(random, CALM_MS.low, CALM_MS.high));
    // A connection that arrives while the port closes may be cut: clients only finish what they have begun.
    const stopped = blow === 'SIGTERM' ? load.stop() : undefined;
    await wait(UNDER_WAY_MS);
    await BLOWS[blow](site);
    await wait(AFTER_MS);
    const { pages, uploads, drops: others } = await (stopped ?? load.stop());
    if (!isDropping) {
      drops.push(...[...pages.failures, ...others].map((drop) => `${blow}: ${drop}`));
      if (uploads === 0) drops.push(`${blow}: no upload was answered`);
    }
    await site.stop();
  }
  await running.disposeAsync();
  const { faults, ...found } = await judge(store.place, visits, 1);
  const whole = Math.round((Date.now() - startedAt) / 1000);
  return { seed, seconds: whole, rounds, ...found, faults: [...drops, ...faults] };
}
