import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Child, startChild } from '../support/child-process.ts';
import { type DemoSite, type Environment, startDemoSite } from '../support/demo-site.ts';

/** Content stays fresh during the run, so that the backend is not part of the figures. */
const SETTINGS = { NODE_ENV: 'production', RATE_LIMIT_PER_MINUTE: '0', CONTENT_FRESH_S: '3600' };

export type BenchSite = Pick<DemoSite, 'base' | 'pid'>;

export const startBuilt = (environment: Environment = {}): Promise<DemoSite> =>
  startDemoSite({ environment: { ...SETTINGS, ...environment } });

/** Runs a script of this folder from the source, in production. */
export const startScript = (name: string, environment: Environment = {}): Child =>
  startChild(path.join(import.meta.dirname, name), {
    execArgv: ['--import', 'tsx', '--expose-gc'],
    env: { ...process.env, ...SETTINGS, ...environment },
  });

/** A site that renders each page for each request. */
export async function startUncached(environment: Environment): Promise<BenchSite & AsyncDisposable> {
  const child = startScript('in-process.ts', environment);
  const { base, dataDir } = await child.next<{ base: string; dataDir: string }>();
  const stop = async () => {
    await child.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { base, pid: child.pid, [Symbol.asyncDispose]: stop };
}
