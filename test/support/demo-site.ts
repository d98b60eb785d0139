import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { killTree } from './process-tree.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CONTENT = path.join(root, 'src/demo/content');
const PATIENCE_MS = 20_000;
const PAUSE_MS = 50;

export type DemoSite = {
  /** Scheme, host and port, without a slash at the end. */
  base: string;
  /** Its primary process. */
  pid: number;
  /** When it was started, by `performance.now()`. */
  startedAt: number;
  stdout: string[];
  stderr: string[];
  /** How it ended, once it has, with all its workers. */
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** Kills it, whatever it does. */
  stop: () => Promise<void>;
};

type Start = {
  environment?: Record<string, string>;
  /** The address whose 200 says that the site has started. */
  readyAt?: '/readyz' | '/healthz';
  /** How many descriptors each of its processes may have. */
  descriptors?: number;
};

function linesOf(stream: NodeJS.ReadableStream): string[] {
  const lines: string[] = [];
  stream
    .setEncoding('utf8')
    .on('data', (text: string) => lines.push(...text.split('\n').filter((line) => line.trim())));
  return lines;
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ status }) => status === 200,
    () => false,
  );

/** A copy of what was built, so that a build in the meantime does not take its styles away. */
async function copyOfBuild(): Promise<string> {
  const house = await mkdtemp(path.join(tmpdir(), 'plinth-demo-'));
  await cp(path.join(root, 'dist'), path.join(house, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'src']) await symlink(path.join(root, name), path.join(house, name));
  return house;
}

/** The built site in a process of its own, with the demo group's content unless the environment says otherwise. */
export async function startDemoSite({
  environment = {},
  readyAt = '/readyz',
  descriptors,
}: Start = {}): Promise<DemoSite> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const house = await copyOfBuild();
  const startedAt = performance.now();
  const limited = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `;
  const run = ['-c', `${limited}exec "$0" "$1"`, process.execPath, path.join(house, 'dist/server.js')];
  const child = spawn('/bin/sh', run, {
    cwd: house,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: base,
      DATA_DIR: path.join(house, 'data'),
      LOG_LEVEL: 'warn',
      ...environment,
    },
  });
  const kill = () => killTree(child.pid ?? 0);
  process.once('exit', kill);
  // Its streams are those of its workers too, and closed when the last one has ended.
  const ended = new Promise<Awaited<DemoSite['ended']>>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const site: DemoSite = {
    base,
    pid: child.pid ?? 0,
    startedAt,
    stdout: linesOf(child.stdout),
    stderr: linesOf(child.stderr),
    ended,
    stop: async () => {
      kill();
      process.off('exit', kill);
      await ended;
      await rm(house, { recursive: true, force: true });
    },
  };
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await answers(`${base}${readyAt}`))) {
    if (child.exitCode === null && Date.now() < deadline) {
      await wait(PAUSE_MS);
      continue;
    }
    await site.stop();
    throw new Error(`the site did not start:\n${[...site.stdout, ...site.stderr].join('\n')}`);
  }
  return site;
}

/** The demo site with one file a language that is no JSON: the pages that need it answer 500, in the usual frame. */
export async function startFailingSite(spoilt = 'products.json'): Promise<DemoSite> {
  const contentDir = await mkdtemp(path.join(tmpdir(), 'plinth-content-'));
  await symlink(path.join(CONTENT, 'files'), path.join(contentDir, 'files'));
  for (const language of ['zh', 'en']) {
    const folder = path.join(contentDir, language);
    await cp(path.join(CONTENT, language), folder, { recursive: true });
    await writeFile(path.join(folder, spoilt), 'not JSON');
  }
  const site = await startDemoSite({ environment: { CONTENT_DIR: contentDir } });
  const stop = async () => {
    await site.stop();
    await rm(contentDir, { recursive: true, force: true });
  };
  return { ...site, stop };
}

/** A site whose backend cannot be reached: every page is an error page, without a menu. */
export const startSilentSite = (): Promise<DemoSite> =>
  startDemoSite({ environment: { API_BASE_URL: 'http://127.0.0.1:1' }, readyAt: '/healthz' });

export const siteNames = ['demo', 'failing', 'silent'] as const;
export type SiteName = (typeof siteNames)[number];
export type SiteAddresses = Record<SiteName, string>;

/** The addresses of the demo site and of its two broken sisters. */
export async function startSites(): Promise<{ addresses: SiteAddresses; stop: () => Promise<void> }> {
  const [demo, failing, silent] = await Promise.all([startDemoSite(), startFailingSite(), startSilentSite()]);
  const stop = async () => {
    await Promise.all([demo.stop(), failing.stop(), silent.stop()]);
  };
  return { addresses: { demo: demo.base, failing: failing.base, silent: silent.base }, stop };
}
