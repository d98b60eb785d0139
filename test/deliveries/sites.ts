import { type DemoSite, type Environment, startDemoSite } from '../support/demo-site.ts';
import { FREE } from '../support/form-client.ts';
import { childrenOf, killTree } from '../support/processes.ts';
import type { Random } from '../support/random.ts';
import { until } from '../support/until.ts';

const WORKERS = 2;
/** Of so many kills one takes the whole site. */
const WHOLE_SITE_EVERY = 5;

/** Sites on one store, which can be killed and come back. */
export async function startSites(count: number, environment: Environment) {
  const shared = {
    ...FREE,
    WEB_CONCURRENCY: `${WORKERS}`,
    LOG_LEVEL: 'info',
    // A new worker on a busy machine may wait longer for its first content.
    API_TIMEOUT_MS: '20000',
    ...environment,
  };
  /** Until all workers listen, the death of one ends the start. */
  async function start(): Promise<DemoSite> {
    const site = await startDemoSite({ environment: shared });
    await until('all workers listen', () => site.stdout.some((line) => line.includes('"msg":"listening: ')));
    return site;
  }
  const sites: DemoSite[] = [];
  for (let number = 0; number < count; number += 1) sites.push(await start());
  return {
    sites,
    /** Kills a worker, or the whole site, which then starts again. */
    async killOne(random: Random): Promise<void> {
      const number = random(count);
      const site = sites[number] as DemoSite;
      const workers = childrenOf(site.pid);
      if (random(WHOLE_SITE_EVERY) > 0 && workers.length === WORKERS) {
        const victim = workers[random(WORKERS)] as number;
        process.kill(victim, 'SIGKILL');
        const said = () =>
          `another worker is there:\n${[...site.stdout, ...site.stderr].slice(-20).join('\n')}`;
        await until(said, () => {
          const now = childrenOf(site.pid);
          return now.length === WORKERS && !now.includes(victim);
        });
      } else {
        killTree(site.pid);
        await site.stop();
        sites[number] = await start();
      }
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await Promise.all(sites.map((site) => site.stop()));
    },
  };
}
