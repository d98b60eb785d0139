import cluster from 'node:cluster';
import { AggregatorRegistry, Counter } from 'prom-client';
import { createPrimaryLink } from '../primary-link.ts';
import { forkWorker } from '../worker-process.ts';

/** A primary with two workers that count to one each; the first asks for all figures and writes them to standard output. */
async function primary(): Promise<void> {
  const workers = [0, 1].map(() =>
    forkWorker({ hasOthers: () => false, onHang: () => undefined, onContentChange: () => undefined }),
  );
  await Promise.all(workers.map(({ ready }) => ready));
  workers[0]?.start({ baseUrl: '', isHousekeeper: true });
  await workers[0]?.ended;
  for (const worker of workers) worker.kill();
}

async function worker(): Promise<void> {
  const link = createPrimaryLink();
  new AggregatorRegistry();
  new Counter({ name: 'counted', help: 'What was counted.' }).inc();
  link.say({ type: 'ready' });
  await link.started;
  process.stdout.write(await link.metrics());
  process.exit(0);
}

await (cluster.isPrimary ? primary() : worker());
