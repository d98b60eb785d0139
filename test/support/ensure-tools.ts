import { spawnSync } from 'node:child_process';
import { chromiumPath, hasCommand } from './tools.ts';

/** What the browser tests need, by the names of Debian's packages; the font is for Chinese screenshots. */
const PACKAGES = ['chromium', 'w3m', 'fonts-noto-cjk'];

const isComplete = () => chromiumPath() !== undefined && hasCommand('w3m');

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/** Installs with the system's package manager, as root or by sudo without a question. */
function install(): boolean {
  if (!hasCommand('apt-get')) return false;
  const isRoot = process.getuid?.() === 0;
  const apt = (...args: string[]) =>
    isRoot ? run('apt-get', args) : run('sudo', ['-n', 'apt-get', ...args]);
  return apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...PACKAGES);
}

if (!isComplete()) {
  console.log(`Installing what the browser tests need: ${PACKAGES.join(', ')}`);
  if (!(install() && isComplete())) {
    console.error(
      'The tests need a Chromium (or CHROMIUM_PATH) and w3m, and they could not be installed: please install both.',
    );
    process.exit(1);
  }
}
