import { randomBytes } from 'node:crypto';
import { type DemoSite, type Environment, startDemoSite } from '../support/demo-site.ts';
import { TEST_SETTINGS } from '../support/form-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const secret = randomBytes(16).toString('hex');

/** Starts a site on a store that outlives it. */
export async function startSignalSite(environment: Environment): Promise<DemoSite> {
  const site = await startDemoSite({
    environment: {
      ...TEST_SETTINGS,
      SESSION_SECRET: secret,
      LOG_LEVEL: 'info',
      // On a busy machine a new process may need longer for its first content.
      API_TIMEOUT_MS: '20000',
      ...environment,
    },
  });
  await until('it listens', () => site.stdout.some((line) => line.includes('"msg":"listening on ')));
  return site;
}

/** Starts a site for one test: `await using site = await ownSignalSite()`. */
export async function ownSignalSite(): Promise<DemoSite> {
  const folder = await temporaryFolder('signals');
  const site = await startSignalSite({ DATA_DIR: folder.path });
  const stop = async () => {
    await site.stop();
    await folder.remove();
  };
  return { ...site, stop, [Symbol.asyncDispose]: stop };
}

/** Counts log lines with this message. */
export const timesLogged = ({ stdout }: DemoSite, message: string): number =>
  stdout.filter((line) => line.includes(`"msg":"${message}"`)).length;
