import { existsSync } from 'node:fs';
import { install } from '../support/install.ts';
import { hasCommand, which } from '../support/tools.ts';

/** Paths of MiniBrowser, which Debian does not put into the PATH. */
const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);
const FIREFOX_NAMES = ['firefox-esr', 'firefox'];

const firefox = () => FIREFOX_NAMES.map(which).find((program) => program !== undefined);
const miniBrowser = () =>
  ['xvfb-run', 'WebKitWebDriver'].every(hasCommand)
    ? MINI_BROWSERS.find((file) => existsSync(file))
    : undefined;

function findOrInstall(find: () => string | undefined, packages: string[]): string {
  const program = find() ?? (install(packages) ? find() : undefined);
  if (!program) throw new Error(`please install ${packages.join(', ')}`);
  return program;
}

export const firefoxProgram = (): string => findOrInstall(firefox, ['firefox-esr']);

/** Returns the path of WebKitGTK's MiniBrowser. Installs it with its driver and a virtual display if needed. */
export const webkitProgram = (): string => findOrInstall(miniBrowser, ['webkit2gtk-driver', 'xvfb', 'xauth']);
