import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type DemoSite, type Environment, startDemoSite } from '../support/demo-site.ts';
import { FREE } from '../support/form-client.ts';
import { childrenOf } from '../support/processes.ts';
import { until } from '../support/until.ts';

const secret = randomBytes(16).toString('hex');

/** Makes a process of such a site hang. */
export const LOOP = 'SIGUSR2';

/** The site with several workers, which all listen, over a data folder that outlives it, or over another store. */
export async function startSignalSite(
  dataDir: string,
  workers = 2,
  environment: Environment = {},
): Promise<DemoSite> {
  const site = await startDemoSite({
    environment: {
      ...FREE,
      DATA_DIR: dataDir,
      SESSION_SECRET: secret,
      WEB_CONCURRENCY: `${workers}`,
      LOG_LEVEL: 'info',
      // A new worker on a busy machine may wait longer for its first content: no page is dropped for that.
      API_TIMEOUT_MS: '20000',
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'endless-loop.mjs')}`,
      ...environment,
    },
  });
  await until('all workers listen', () => site.stdout.some((line) => line.includes('"msg":"listening: ')));
  return site;
}

export const workersOf = ({ pid }: DemoSite): number[] => childrenOf(pid);

/** How often a line with this message was logged. */
export const timesLogged = ({ stdout }: DemoSite, message: string): number =>
  stdout.filter((line) => line.includes(`"msg":"${message}"`)).length;
