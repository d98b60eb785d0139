import { killWorker, startSignalSite, workersOf } from '../signals/signal-site.ts';
import type { DemoSite, Environment } from '../support/demo-site.ts';
import type { Random } from '../support/random.ts';

/** One in this many kills hits the whole site. */
const WHOLE_SITE_EVERY = 5;

/** Starts sites on one store that can be killed and restarted. */
export async function startSites(count: number, environment: Environment) {
  const sites: DemoSite[] = [];
  for (let number = 0; number < count; number += 1) sites.push(await startSignalSite(environment));
  return {
    sites,
    /** Kills a worker, or the whole site and restarts it. */
    async killOne(random: Random): Promise<void> {
      const number = random(count);
      const site = sites[number] as DemoSite;
      const workers = workersOf(site);
      const victim = workers[random(workers.length)];
      if (victim !== undefined && random(WHOLE_SITE_EVERY) > 0) await killWorker(site, victim);
      else {
        await site.stop();
        sites[number] = await startSignalSite(environment);
      }
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await Promise.all(sites.map((site) => site.stop()));
    },
  };
}
