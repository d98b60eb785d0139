import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { install } from '../support/install.ts';
import { freePort } from '../support/listen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { hasCommand } from '../support/tools.ts';
import { until } from '../support/until.ts';
import { proxyConf, storageConf } from './swift-conf.ts';

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];
const STORAGE = ['account', 'container', 'object'] as const;
const START_MS = 30_000;

/** Whether OpenStack Swift is there, or could be installed. */
export const hasSwift = (): boolean =>
  hasCommand('swift-proxy-server') || (install(PACKAGES) && hasCommand('swift-proxy-server'));

function run(command: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  // A ring builder ends with 1 where it has a warning, such as one replica.
  if (status !== 0 && status !== 1) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
}

/** A ring of one device on loopback. */
function buildRing(folder: string, server: string, port: number): void {
  const builder = path.join(folder, `${server}.builder`);
  run('swift-ring-builder', [builder, 'create', '4', '1', '0']);
  run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/disk`, '1']);
  run('swift-ring-builder', [builder, 'rebalance']);
}

/**
 * OpenStack Swift with its S3 interface in a folder of its own, on loopback: one proxy and one server each for accounts, containers
 * and objects, and the cache that it keeps keys in. Ends, and leaves nothing, by `stop`.
 */
export async function startSwift() {
  const { path: folder, remove } = await temporaryFolder('swift');
  const user = userInfo().username;
  const children: ChildProcess[] = [];
  let said = '';
  const start = (command: string, args: string[]) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
    children.push(child);
  };
  const startServer = async (server: string, conf: string) => {
    const file = path.join(folder, `${server}-server.conf`);
    await writeFile(file, conf);
    start(`swift-${server}-server`, [file, '-v']);
  };
  const stop = async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    await remove();
  };
  try {
    await mkdir(path.join(folder, 'devices', 'disk'), { recursive: true });
    for (const server of STORAGE) {
      const port = await freePort();
      buildRing(folder, server, port);
      await startServer(server, storageConf({ server, port, folder, user }));
    }
    const [port, cachePort] = [await freePort(), await freePort()];
    start('memcached', ['-l', '127.0.0.1', '-p', `${cachePort}`, '-u', user]);
    await startServer('proxy', proxyConf({ port, cachePort, folder, user }));
    const endpoint = `http://127.0.0.1:${port}`;
    const isUp = () =>
      fetch(`${endpoint}/healthcheck`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(() => `Swift answers:\n${said.slice(-3000)}`, isUp, { timeoutMs: START_MS });
    return { endpoint, stop, said: () => said };
  } catch (error) {
    await stop();
    throw error;
  }
}
