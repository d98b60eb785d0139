import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';

/** Names under which systems keep a Chromium; the one without windows opens a page in half the time. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Where a command stands, by its name. */
export const which = (name: string): string | undefined => {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

export const hasCommand = (name: string): boolean => which(name) !== undefined;

/** A Chromium: the one that is named, Playwright's own, or the system's. */
export function chromiumPath(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return SYSTEM_NAMES.map(which).find((path) => path !== undefined);
}

/** Without a network a Chromium tries to call home; as root it needs to do without its sandbox. */
const ARGUMENTS = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Without a UTF-8 locale, as on a bare machine, Chromium cannot open files with Chinese names. */
const ENVIRONMENT = { ...process.env, LC_ALL: 'C.UTF-8' };

export const launchChromium = (options: LaunchOptions = {}) =>
  chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS, env: ENVIRONMENT, ...options });
