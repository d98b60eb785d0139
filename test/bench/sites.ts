import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type DemoSite, type Environment, startDemoSite } from '../support/demo-site.ts';
import { runMirror } from '../support/mirror.ts';
import { startStaticServer } from '../support/static-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startChild } from './child.ts';

/** Content stays fresh for the whole run: what is measured is the site, not its backend. */
const FRESH = { RATE_LIMIT_PER_MINUTE: '0', CONTENT_FRESH_S: '3600' };

export type BenchSite = Pick<DemoSite, 'base' | 'pid' | 'stop' | typeof Symbol.asyncDispose>;

/** The built site as it runs in production. */
export const startBuilt = (environment: Environment = {}): Promise<DemoSite> =>
  startDemoSite({ environment: { NODE_ENV: 'production', ...FRESH, ...environment } });

/** The site from its source, with a page cache that keeps nothing. */
export async function startAnew(environment: Environment = {}): Promise<BenchSite> {
  const child = startChild('anew-site.ts', {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production', ...FRESH, ...environment },
  });
  const { base, dataDir } = await child.next<{ base: string; dataDir: string }>();
  const stop = async () => {
    await child.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { base, pid: child.pid, stop, [Symbol.asyncDispose]: stop };
}

/** A mirror of the demo group's site on a plain static host. */
export async function startMirror(): Promise<Pick<BenchSite, 'base' | 'stop'>> {
  const house = await temporaryFolder('mirror');
  const [mirror, data] = [path.join(house.path, 'mirror'), path.join(house.path, 'data')];
  const { base, close } = await startStaticServer(mirror);
  const stop = async () => {
    await close();
    await house.remove();
  };
  const { status, err } = await runMirror([mirror], { DATA_DIR: data, SITE_URL: base });
  if (status === 0) return { base, stop };
  await stop();
  throw new Error(`the mirror is not whole: ${err}`);
}
