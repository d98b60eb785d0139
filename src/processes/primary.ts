import cluster from 'node:cluster';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { distDir } from '../config/dist-dir.ts';
import { prepare } from './prepare.ts';
import { onSignals } from './signals.ts';
import { createWorkers } from './workers.ts';

/** Runs the primary of several workers. Resolves when all of them listen. */
export async function run(settings: Config, log: Logger): Promise<void> {
  // Workers accept connections themselves, so none waits for a worker that hangs or was killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: path.join(distDir, 'server.js') });
  const baseUrl = await prepare(settings, log);
  const workers = createWorkers({ count: settings.workers, baseUrl, log });
  onSignals({ log, roll: workers.roll, drain: workers.drain, kill: workers.kill });
  await workers.start();
}
