import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FIRST_VIEWS, GUARD_SCRIPT } from '../../views/document.model.ts';
import { assetsIn, root } from './places.ts';
import { buildGuard, buildScript, EVERY_ENGINE, NEWER_ENGINES } from './scripts.ts';
import { speculationRules } from './speculation-rules.ts';
import { buildStyles } from './styles.ts';

const HASH_LENGTH = 8;

const COMPRESSIBLE = ['.css', '.js', '.json', '.svg'];
const IMAGES = path.join(root, 'public/images');

/** Writes styles, scripts and pictures with hashed names, and `assets.json` with their URLs and the contents of inline files. */
export async function buildAssets(dist: string): Promise<void> {
  const assetsDir = assetsIn(dist);
  const addresses: Record<string, string> = {};
  for (const name of (await readdir(IMAGES)).sort()) {
    addresses[`images/${name}`] = await writeHashed(assetsDir, name, await readFile(path.join(IMAGES, name)));
  }
  for (const name of Object.values(FIRST_VIEWS))
    addresses[name] = `${Buffer.from(await buildStyles(`public/${name}`))}`;
  addresses[GUARD_SCRIPT] = `${Buffer.from(await buildGuard())}`;
  addresses['css/site.css'] = await writeHashed(assetsDir, 'site.css', await buildStyles());
  addresses['rules.json'] = await writeHashed(assetsDir, 'rules.json', Buffer.from(speculationRules()));
  Object.assign(addresses, await buildScripts(assetsDir));
  await writeFile(path.join(dist, 'assets.json'), `${JSON.stringify(addresses, null, 2)}\n`);
}

/** Scripts of pages and their compile targets. */
const SCRIPTS = { site: EVERY_ENGINE, search: NEWER_ENGINES, form: NEWER_ENGINES };

/** Builds one script for each kind of page. Scripts loaded later are built first, because their URLs are constants. */
async function buildScripts(assetsDir: string): Promise<Record<string, string>> {
  const reveal = await buildScript('reveal-aos');
  const send = await buildScript('send', {}, NEWER_ENGINES);
  const later = {
    revealScript: await writeHashed(assetsDir, 'reveal.js', reveal),
    sendScript: await writeHashed(assetsDir, 'send.js', send),
  };
  const addresses: Record<string, string> = {};
  for (const [name, target] of Object.entries(SCRIPTS)) {
    const script = await buildScript(name, later, target);
    addresses[`js/${name}.js`] = await writeHashed(assetsDir, `${name}.js`, script);
  }
  return addresses;
}

/** Writes a file with a hash in its name, and compressed copies. Returns its URL. */
async function writeHashed(assetsDir: string, name: string, content: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  const { name: stem, ext } = path.parse(name);
  const hashed = `${stem}-${hash}${ext}`;
  const write = (ending: string, bytes: Uint8Array) =>
    writeFile(path.join(assetsDir, hashed + ending), bytes);
  await write('', content);
  if (COMPRESSIBLE.includes(ext)) {
    await write('.br', brotliCompressSync(content));
    await write('.gz', gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
  return `/assets/${hashed}`;
}
