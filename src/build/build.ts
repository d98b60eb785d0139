import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import project from '../../package.json' with { type: 'json' };
import { type Build, NODE_ENV_EXPRESSION } from '../config/environment.ts';
import { buildAssets } from './assets.ts';
import { assetsIn, DIST, root } from './paths.ts';

/**
 * Packages that are not bundled: native code, packages that read their own files or that are seldom needed, `parseurl`, whose
 * `url.parse` makes Node print a warning unless it is called from node_modules, and `supports-color`, which only development
 * packages install and which must not change the build id.
 */
const EXTERNAL_PACKAGES = [
  '@aws-sdk/client-s3',
  'sharp',
  'pdfjs-dist',
  'esbuild',
  'parseurl',
  'supports-color',
  'nodemailer',
];
const BUILD_ID_LENGTH = 16;

const MAX_LINE_LENGTH = 160;

/** Retention of assets of earlier builds, which open pages may still load. */
const ASSET_RETENTION_MS = 30 * 86_400_000;

/** Maximum build duration. An older build folder belongs to a killed build. */
const MAX_BUILD_MS = 600_000;

/** Copies recent assets from an earlier build. */
async function copyRecentAssets(dist: string, next: string): Promise<void> {
  await cp(assetsIn(dist), assetsIn(next), {
    recursive: true,
    force: false,
    preserveTimestamps: true,
    filter: async (from) => {
      const entry = await stat(from);
      return entry.isDirectory() || Date.now() - entry.mtimeMs < ASSET_RETENTION_MS;
    },
  }).catch(ignoreMissing);
}

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

/** Replaces an earlier build by two renames, synchronously, so that no other work runs between them. */
async function replaceBuild(dist: string, next: string): Promise<void> {
  const earlier = `${dist}.earlier`;
  await rm(earlier, { recursive: true, force: true });
  try {
    renameSync(dist, earlier);
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException);
  }
  renameSync(next, dist);
  await rm(earlier, { recursive: true, force: true });
}

/** Bundles each program in one file, so that a running site does not load files from a later build. */
const buildPrograms = (dist: string) =>
  esbuild.build({
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node24',
    jsx: 'automatic',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    external: EXTERNAL_PACKAGES,
    // Prefers ES modules: UMD modules (`main`) cannot be bundled.
    mainFields: ['module', 'main'],
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: MAX_LINE_LENGTH,
    entryPoints: {
      server: 'src/server.ts',
      main: 'src/processes/main.ts',
      checker: 'src/applications/uploads/checks/checker.ts',
      'erase-thread': 'src/applications/store/engine/erase-thread.ts',
    },
    outdir: dist,
    // In an ES module, an import of `node:http` would load all of undici.
    format: 'cjs',
    define: {
      [NODE_ENV_EXPRESSION]: '"production"',
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
    },
  });

/** Writes `build.json`. The build id is a hash of the server programs and `assets.json`. */
async function writeBuildInfo(dist: string): Promise<void> {
  const hash = createHash('sha256');
  for (const name of ['server.js', 'main.js', 'assets.json'])
    hash.update(await readFile(path.join(dist, name)));
  const id = hash.digest('hex').slice(0, BUILD_ID_LENGTH);
  const info: Build = {
    id,
    version: project.version,
    commit: readCommit(),
    timestamp: new Date().toISOString(),
  };
  await writeFile(path.join(dist, 'build.json'), `${JSON.stringify(info)}\n`);
}

/** Returns undefined without git, or in a project copy without its history. */
function readCommit(): string | undefined {
  // A parent folder may be the repository of another project.
  if (!existsSync(path.join(root, '.git'))) return undefined;
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** Builds in a temporary folder and then replaces `dist`, so that a failed or interrupted build changes nothing. */
export async function build(dist = DIST): Promise<void> {
  await removeAbandonedFolders(dist);
  const next = await mkdtemp(`${dist}.next-`);
  try {
    await buildInto(next, dist);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

/** Removes folders of killed builds. */
async function removeAbandonedFolders(dist: string): Promise<void> {
  const { dir, base } = path.parse(dist);
  for (const name of await readdir(dir)) {
    const folder = path.join(dir, name);
    if (!name.startsWith(`${base}.next-`)) continue;
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > MAX_BUILD_MS) await rm(folder, { recursive: true, force: true });
  }
}

async function buildInto(next: string, dist: string): Promise<void> {
  await chmod(next, 0o755);
  await mkdir(assetsIn(next), { recursive: true });
  // The server reads the spoken captcha digits at startup.
  const captchaSamples = cp(
    path.join(root, 'src/applications/captcha/samples'),
    path.join(next, 'captcha-samples'),
    { recursive: true },
  );
  const moduleType = writeFile(path.join(next, 'package.json'), '{ "type": "commonjs" }\n');
  const steps = [buildPrograms(next), buildAssets(next), captchaSamples, moduleType];
  // Waits for all steps even if one fails: esbuild would continue to write after this process has exited.
  await Promise.allSettled(steps);
  await Promise.all(steps);
  await writeBuildInfo(next);
  await copyRecentAssets(dist, next);
  await replaceBuild(dist, next);
}

if (import.meta.main) {
  console.log('building the site …');
  await build();
  console.log('built it in dist/');
}
