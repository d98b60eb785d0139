import cluster from 'node:cluster';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { distDir } from '../dist-dir.ts';
import { createPool } from './pool.ts';
import { prepare } from './prepare.ts';
import { onSignals } from './signals.ts';
import { forkWorker } from './worker-process.ts';

/** Runs the primary of several workers. Resolves when all of them listen. */
export async function run(settings: Config, log: Logger): Promise<void> {
  cluster.setupPrimary({ exec: path.join(distDir, 'server.js') });
  const prepared = Promise.withResolvers<string>();
  const pool = createPool({
    size: settings.workers,
    fork: () =>
      forkWorker({
        hasOthers: () => pool.takesConnections(),
        onContentChange: (change) => pool.tell(change),
        onHang: (worker) => log.error({ worker }, 'a worker hangs and is killed'),
      }),
    baseUrl: prepared.promise,
    log,
  });
  onSignals({
    log,
    roll: () => void started.then(pool.roll),
    drain: (isHurried) => pool.drain(isHurried),
    kill: pool.kill,
  });
  const started = pool.start();
  prepare(settings, log).then(prepared.resolve, prepared.reject);
  await Promise.all([prepared.promise, started]);
}
