import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type DemoSite, type Environment, startDemoSite } from '../support/demo-site.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { childrenOf } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const secret = randomBytes(16).toString('hex');

/** Makes a process of such a site hang. */
export const LOOP = 'SIGUSR2';

/** A site of which all workers listen, on a store that outlives it. */
export async function startSignalSite(environment: Environment, workers = 2): Promise<DemoSite> {
  const site = await startDemoSite({
    environment: {
      ...TEST_SETTINGS,
      SESSION_SECRET: secret,
      WEB_CONCURRENCY: `${workers}`,
      LOG_LEVEL: 'info',
      // On a busy machine a new worker may need longer for its first content.
      API_TIMEOUT_MS: '20000',
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'endless-loop.mjs')}`,
      ...environment,
    },
  });
  await until('all workers listen', () => site.stdout.some((line) => line.includes('"msg":"listening on ')));
  return site;
}

/** One site for all tests of a file. */
export function signalSiteForFile(workers = 2) {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let site: DemoSite;
  beforeAll(async () => {
    folder = await temporaryFolder('signals');
    site = await startSignalSite({ DATA_DIR: folder.path }, workers);
  });
  afterAll(async () => {
    await site.stop();
    await folder.remove();
  });
  return () => site;
}

/** A site for one test: `await using site = await ownSignalSite()`. */
export async function ownSignalSite(workers = 2): Promise<DemoSite> {
  const folder = await temporaryFolder('signals');
  const site = await startSignalSite({ DATA_DIR: folder.path }, workers);
  const stop = async () => {
    await site.stop();
    await folder.remove();
  };
  return { ...site, stop, [Symbol.asyncDispose]: stop };
}

export const workersOf = ({ pid }: DemoSite): number[] => childrenOf(pid);

/** Kills a worker and waits for its replacement. */
export async function killWorker(site: DemoSite, victim: number): Promise<void> {
  const { length } = workersOf(site);
  process.kill(victim, 'SIGKILL');
  const message = () => `it is replaced:\n${[...site.stdout, ...site.stderr].slice(-20).join('\n')}`;
  await until(message, () => !workersOf(site).includes(victim) && workersOf(site).length === length);
}

/** Number of log lines with this message. */
export const timesLogged = ({ stdout }: DemoSite, message: string): number =>
  stdout.filter((line) => line.includes(`"msg":"${message}"`)).length;
