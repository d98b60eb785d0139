import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';

/** Commands of Chromium. The headless shell starts faster. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Returns the path of a command. */
export const which = (name: string): string | undefined => {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

export const hasCommand = (name: string): boolean => which(name) !== undefined;

/** Returns the path of Chromium from CHROMIUM_PATH, Playwright or the system. */
export function chromiumPath(): string | undefined {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) return configured;
  const bundled = chromium.executablePath();
  if (bundled && existsSync(bundled)) return bundled;
  return SYSTEM_NAMES.map(which).find((path) => path !== undefined);
}

/** Disables background requests, and the sandbox for root, who cannot use it. */
const ARGUMENTS = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Chromium needs a UTF-8 locale to open files with Chinese names. */
const ENVIRONMENT = { ...process.env, LC_ALL: 'C.UTF-8' };

export const launchChromium = (options: LaunchOptions = {}) =>
  chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS, env: ENVIRONMENT, ...options });
