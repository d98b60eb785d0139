import { randomBytes } from 'node:crypto';
import type { S3Settings } from '../../../src/config/config.ts';
import { type DemoSite, startDemoSite } from '../../support/demo-site.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { killTree } from '../../support/processes.ts';
import type { Random } from '../../support/random.ts';
import { serversOf } from '../../support/store-environment.ts';
import type { startBalancer } from './balancer.ts';

type Balancer = Awaited<ReturnType<typeof startBalancer>>;
type Shared = { databaseUrl: string; s3: S3Settings };

/** Starts machines of one site behind a balancer, each with its own data folder. */
export async function startMachines(balancer: Balancer, servers: Shared) {
  const shared = {
    ...TEST_SETTINGS,
    SITE_URL: balancer.origin,
    SESSION_SECRET: randomBytes(16).toString('hex'),
    // A restarted machine on a busy host may wait longer for its first content.
    API_TIMEOUT_MS: '20000',
    LOG_LEVEL: 'silent',
    ...serversOf(servers),
  };
  const machines = new Set<DemoSite>();

  async function begin(): Promise<DemoSite> {
    const machine = await startDemoSite({ environment: shared });
    machines.add(machine);
    balancer.join(machine.port);
    return machine;
  }

  /** Simulates a dead machine by killing its processes, which closes its connections. */
  async function kill(machine: DemoSite): Promise<void> {
    killTree(machine.pid);
    balancer.leave(machine.port);
    machines.delete(machine);
    await machine.stop();
  }

  return {
    begin,
    machines,
    /** Kills a random machine and starts a replacement. */
    async replaceOne(random: Random): Promise<void> {
      const all = [...machines];
      const victim = all[random(all.length)];
      if (victim) await kill(victim);
      await begin();
    },
    kill,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await Promise.all([...machines].map((machine) => machine.stop()));
    },
  };
}
