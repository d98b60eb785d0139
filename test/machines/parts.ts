import { startFakeS3 } from '../support/fake-s3.ts';
import { startPostgres } from '../support/postgres.ts';
import type { Random } from '../support/random.ts';
import { startBalancer } from './balancer.ts';
import { startMachines } from './machines.ts';

const MACHINES = 2;

/** Starts the shared database and store, the load balancer and two machines. All of them stop with the stack. */
export async function startParts(
  stack: AsyncDisposableStack,
  random: Random,
  environment?: Record<string, string>,
) {
  const postgres = await startPostgres({ settings: ['fsync=on', 'synchronous_commit=on'] });
  stack.defer(() => postgres.stop());
  const databaseUrl = await postgres.createDatabase('machines');
  const s3 = await startFakeS3();
  stack.defer(() => s3.close());
  const balancer = stack.use(await startBalancer(random));
  const settings = s3.settings('machines/');
  const house = stack.use(await startMachines(balancer, { databaseUrl, s3: settings, environment }));
  for (let number = 0; number < MACHINES; number += 1) await house.begin();
  return { postgres, databaseUrl, s3, settings, balancer, house };
}
