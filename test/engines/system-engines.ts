import { existsSync } from 'node:fs';
import { install } from '../support/install.ts';
import { hasCommand, which } from '../support/tools.ts';

/** Where Debian puts what has no name in the PATH of its own. */
const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);
const FIREFOX_NAMES = ['firefox-esr', 'firefox'];

const firefox = () => FIREFOX_NAMES.map(which).find((program) => program !== undefined);
const miniBrowser = () =>
  ['xvfb-run', 'WebKitWebDriver'].every(hasCommand)
    ? MINI_BROWSERS.find((file) => existsSync(file))
    : undefined;

function found(look: () => string | undefined, packages: string[]): string {
  const program = look() ?? (install(packages) ? look() : undefined);
  if (!program) throw new Error(`please install ${packages.join(', ')}`);
  return program;
}

/** The system's Firefox, installed where it is missing. */
export const firefoxProgram = (): string => found(firefox, ['firefox-esr']);

/** WebKitGTK's MiniBrowser, with its driver and a display without a screen. */
export const webkitProgram = (): string => found(miniBrowser, ['webkit2gtk-driver', 'xvfb', 'xauth']);
