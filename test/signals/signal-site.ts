import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type DemoSite, startDemoSite } from '../support/demo-site.ts';
import { TEST_ANSWER } from '../support/form-client.ts';
import { childrenOf } from '../support/process-tree.ts';

const LOOK_MS = 20;
const PATIENCE_MS = 60_000;

const secret = randomBytes(16).toString('hex');

/** Makes a process of such a site hang. */
export const LOOP = 'SIGUSR2';

/** The site with several workers, which all listen, over a data folder that outlives it. */
export async function startSignalSite(dataDir: string, workers = 2): Promise<DemoSite> {
  const site = await startDemoSite({
    environment: {
      DATA_DIR: dataDir,
      SESSION_SECRET: secret,
      CAPTCHA_TEST_ANSWER: TEST_ANSWER,
      RATE_LIMIT_PER_MINUTE: '0',
      WEB_CONCURRENCY: `${workers}`,
      LOG_LEVEL: 'info',
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'endless-loop.mjs')}`,
    },
  });
  await until('all workers listen', () => site.stdout.some((line) => line.includes('"msg":"listening: ')));
  return site;
}

export const workersOf = ({ pid }: DemoSite): number[] => childrenOf(pid);

/** How often a line with this message was logged. */
export const timesLogged = ({ stdout }: DemoSite, message: string): number =>
  stdout.filter((line) => line.includes(`"msg":"${message}"`)).length;

/** Waits for something to become true. */
export async function until(what: string, isTrue: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await wait(LOOK_MS);
  }
}
