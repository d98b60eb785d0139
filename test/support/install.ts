import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { hasCommand } from './tools.ts';

/** Test workers install packages one after another, because apt-get fails while another one runs. */
const LOCK_FILE = path.join(os.tmpdir(), 'plinth-apt.lock');

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/** Installs Debian packages as root or with passwordless sudo. Returns false on failure. */
export function install(packages: readonly string[]): boolean {
  if (!hasCommand('apt-get')) return false;
  const isRoot = process.getuid?.() === 0;
  const apt = (...args: string[]) =>
    run('flock', [LOCK_FILE, ...(isRoot ? [] : ['sudo', '-n']), 'apt-get', ...args]);
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
