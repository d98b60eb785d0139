import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FIRST_VIEWS, GUARD_SCRIPT } from '../../views/document.model.ts';
import { applicationSlugs } from '../content/menu/sections.ts';
import { buildGuard, buildScript, buildStyles, NEWER_ENGINES } from './bundles.ts';
import { assetsIn, root } from './places.ts';

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

/** Builds one script for each kind of page. Scripts loaded later are built first, because their URLs are constants. */
async function buildScripts(assetsDir: string): Promise<Record<string, string>> {
  const later = {
    revealScript: await writeHashed(assetsDir, 'reveal.js', await buildScript('reveal-aos')),
    sendScript: await writeHashed(assetsDir, 'send.js', await buildScript('send', {}, NEWER_ENGINES)),
  };
  const addresses: Record<string, string> = {};
  for (const name of ['site', 'search', 'form']) {
    const script = await buildScript(name, later, name === 'site' ? undefined : NEWER_ENGINES);
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

/** Matches the form anywhere in the menu. Next to a sibling with the same slug its path ends in the id. */
const FORM = `{/*}?/(${applicationSlugs.join('|')}){-*}?`;

/** Paths that are not pages, or differ for each visitor. */
const NO_PAGES = [FORM, '{/en}?/search', '/files/*', '/media/*', '/*.xml'];

/** A link with this parameter changes the language cookie. */
const SWITCH = '/*\\?*lang=*';

/** Links to a section of the current page. */
const SAME_PAGE = { href_matches: '?*go=*', relative_to: 'document' };

/**
 * Returns speculation rules as JSON: browsers may prefetch pages of this site on hover. A path without query matches every query.
 */
export function speculationRules(): string {
  const others = [...NO_PAGES, SWITCH].map((pattern) => ({ not: { href_matches: pattern } }));
  const where = { and: [{ href_matches: '/*' }, ...others, { not: SAME_PAGE }] };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}
