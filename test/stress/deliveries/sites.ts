import { startSignalSite } from '../../processes/signal-site.ts';
import type { DemoSite, Environment } from '../../support/demo-site.ts';
import type { Random } from '../../support/random.ts';

/** Starts sites on one store that can be killed and restarted. */
export async function startSites(count: number, environment: Environment) {
  const sites: DemoSite[] = [];
  for (let number = 0; number < count; number += 1) sites.push(await startSignalSite(environment));
  return {
    sites,
    /** Kills and restarts a site. */
    async killOne(random: Random): Promise<void> {
      const number = random(count);
      await sites[number]?.stop();
      sites[number] = await startSignalSite(environment);
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await Promise.all(sites.map((site) => site.stop()));
    },
  };
}
