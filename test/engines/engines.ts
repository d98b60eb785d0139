import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { install } from '../support/install.ts';
import { hasCommand, which } from '../support/tools.ts';

/** Chromium is controlled by DevTools, Firefox by WebDriver BiDi, WebKit by WebDriver. */
type EngineKind = 'chromium' | 'firefox' | 'webkit';

/** `package`: npm package with an old Chromium. By default, the system's browser is used. */
export type Engine = { name: string; kind: EngineKind; package?: string };

/** Current browsers and Chromium of 2018 to 2023. The first one is the layout reference. */
export const engines: Engine[] = [
  { name: 'chromium', kind: 'chromium' },
  { name: 'chromium-64', kind: 'chromium', package: 'chrome-aws-lambda@64.0.3264' },
  { name: 'chromium-72', kind: 'chromium', package: 'chrome-aws-lambda@1.11.2' },
  { name: 'chromium-80', kind: 'chromium', package: 'chrome-aws-lambda@2.1.1' },
  { name: 'chromium-88', kind: 'chromium', package: 'chrome-aws-lambda@5.5.0' },
  { name: 'chromium-109', kind: 'chromium', package: '@sparticuz/chromium@109.0.5' },
  { name: 'firefox', kind: 'firefox' },
  { name: 'webkit', kind: 'webkit' },
];

/** Returns false for the oldest engines, which only have to show pages complete and in order. */
export const hasFullDesign = ({ name }: Engine): boolean => !['chromium-64', 'chromium-72'].includes(name);

/** Cache of engines outside the project, so that a new checkout reuses them. */
const CACHE = process.env.ENGINES_DIR ?? path.join(homedir(), '.cache', 'plinth-engines');
const PROGRAM = 'chromium';

/** Downloads the engine's npm package unless it is cached. Returns the folder of the program. */
export async function installEngine(name: string, wanted: string): Promise<string> {
  const folder = path.join(CACHE, name);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const work = await mkdtemp(path.join(CACHE, `${name}-`));
  try {
    const tarball = execFileSync('npm', ['pack', wanted, '--silent', '--pack-destination', work], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
    execFileSync('tar', ['-xzf', path.join(work, tarball), '-C', work]);
    await unpack(path.join(work, 'package', 'bin'), work);
    await rm(path.join(work, 'package'), { recursive: true });
    await rename(work, folder);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw new Error(`${name} could not be fetched: npm pack ${wanted}`, { cause: error });
  }
  return folder;
}

/** Decompresses the program and the archives of its libraries, which the packages contain as brotli. */
async function unpack(bin: string, folder: string): Promise<void> {
  for (const file of await readdir(bin)) {
    if (!file.endsWith('.br')) continue;
    const bytes = brotliDecompressSync(await readFile(path.join(bin, file)));
    const name = file.slice(0, -'.br'.length);
    if (name.endsWith('.tar')) execFileSync('tar', ['-x', '-C', folder], { input: bytes });
    else await writeFile(path.join(folder, PROGRAM), bytes);
  }
  await chmod(path.join(folder, PROGRAM), 0o755);
}

/** Paths of MiniBrowser, which Debian does not put into the PATH. */
const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

function findOrInstall(find: () => string | undefined, packages: string[]): string {
  const program = find() ?? (install(packages) ? find() : undefined);
  if (!program) throw new Error(`please install ${packages.join(', ')}`);
  return program;
}

export const firefoxProgram = (): string =>
  findOrInstall(() => which('firefox-esr') ?? which('firefox'), ['firefox-esr']);

/** Returns the path of WebKitGTK's MiniBrowser. Installs it with its driver and a virtual display if needed. */
export const webkitProgram = (): string =>
  findOrInstall(() => {
    const hasTools = ['xvfb-run', 'WebKitWebDriver'].every(hasCommand);
    return hasTools ? MINI_BROWSERS.find((file) => existsSync(file)) : undefined;
  }, ['webkit2gtk-driver', 'xvfb', 'xauth']);
