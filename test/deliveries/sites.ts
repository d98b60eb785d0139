import { type DemoSite, type Environment, startDemoSite } from '../support/demo-site.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { childrenOf, killTree } from '../support/processes.ts';
import type { Random } from '../support/random.ts';
import { until } from '../support/until.ts';

const WORKERS = 2;
/** One in this many kills hits the whole site. */
const WHOLE_SITE_EVERY = 5;

/** Starts sites on one store that can be killed and restarted. */
export async function startSites(count: number, environment: Environment) {
  const shared = {
    ...TEST_SETTINGS,
    WEB_CONCURRENCY: `${WORKERS}`,
    LOG_LEVEL: 'info',
    // On a busy machine a new worker may need longer for its first content.
    API_TIMEOUT_MS: '20000',
    ...environment,
  };
  /** Waits until all workers listen: before that, the death of one aborts the start. */
  async function start(): Promise<DemoSite> {
    const site = await startDemoSite({ environment: shared });
    await until('all workers listen', () =>
      site.stdout.some((line) => line.includes('"msg":"listening on ')),
    );
    return site;
  }
  const sites: DemoSite[] = [];
  for (let number = 0; number < count; number += 1) sites.push(await start());
  return {
    sites,
    /** Kills a worker, or the whole site and restarts it. */
    async killOne(random: Random): Promise<void> {
      const number = random(count);
      const site = sites[number] as DemoSite;
      const workers = childrenOf(site.pid);
      if (random(WHOLE_SITE_EVERY) > 0 && workers.length === WORKERS) {
        const victim = workers[random(WORKERS)] as number;
        process.kill(victim, 'SIGKILL');
        const message = () => `a new worker runs:\n${[...site.stdout, ...site.stderr].slice(-20).join('\n')}`;
        await until(message, () => {
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
