import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Cache of engines outside the project, so that a new checkout reuses them. */
const CACHE = process.env.ENGINES_DIR ?? path.join(homedir(), '.cache', 'plinth-engines');
const PROGRAM = 'chromium';

/** Downloads the engine's npm package unless it is cached. Returns the folder of the program. */
export async function installEngine(name: string, wanted: string): Promise<string> {
  const folder = path.join(CACHE, name);
  if (existsSync(path.join(folder, PROGRAM))) return folder;
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
