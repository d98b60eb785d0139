import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { iconsOf } from '../../src/build/icons.ts';
import { root } from '../../src/build/places.ts';
import { buildGuard, buildScript } from '../../src/build/scripts.ts';
import { buildStyles } from '../../src/build/styles.ts';
import { FIRST_VIEWS, GUARD_SCRIPT, type SiteAssets } from '../../views/document.model.ts';

const IMAGES = path.join(root, 'public/images');
const SCRIPTS = ['site', 'search', 'form'];
const later = {
  buildCheck: '/assets/build-check.js',
  revealScript: '/assets/reveal.js',
  sendScript: '/assets/send.js',
};

type File = { type: string; bytes: Uint8Array };
export type Files = ReadonlyMap<string, File>;

const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
export const typeOf = (name: string): string => types[path.extname(name)] ?? 'application/octet-stream';

const file = async (name: string, bytes: Uint8Array | Promise<Uint8Array>): Promise<[string, File]> => [
  `/assets/${name}`,
  { type: typeOf(name), bytes: await bytes },
];

/** What the site's build makes, from the same source, by its addresses. */
export async function buildFiles(): Promise<Files> {
  const images = (await readdir(IMAGES)).map((name) => file(name, readFile(path.join(IMAGES, name))));
  const drawn = await iconsOf(await readFile(path.join(IMAGES, 'favicon.svg')));
  const icons = Object.entries(drawn).map(([name, icon]) => file(name, icon));
  const scripts = SCRIPTS.map((name) => file(`${name}.js`, buildScript(name, later)));
  return new Map(
    await Promise.all([
      ...images,
      ...icons,
      ...scripts,
      file(path.basename(GUARD_SCRIPT), buildGuard()),
      file('site.css', buildStyles()),
      ...Object.values(FIRST_VIEWS).map((name) => file(path.basename(name), buildStyles(`public/${name}`))),
      file('reveal.js', buildScript('reveal-aos', later)),
      file('send.js', buildScript('send', later)),
      file('gallery.css', buildStyles('test/gallery/gallery.css')),
    ]),
  );
}

const folders: Record<string, string> = { '.css': 'css', '.js': 'js' };

/** The addresses as pages ask for them: `css/site.css`. */
export function siteAssets(files: Files): SiteAssets {
  const addresses = [...files.keys()].map((address) => {
    const name = path.basename(address);
    return [`${folders[path.extname(name)] ?? 'images'}/${name}`, address];
  });
  const inside = [...Object.values(FIRST_VIEWS), GUARD_SCRIPT].map((name) => [name, textOf(files, name)]);
  return { ...Object.fromEntries(addresses), ...Object.fromEntries(inside) };
}

const textOf = (files: Files, name: string): string =>
  Buffer.from(files.get(`/assets/${path.basename(name)}`)?.bytes ?? []).toString();
