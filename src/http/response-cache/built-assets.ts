import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteAssets } from '../../../views/document.model.ts';
import {
  type CachedResponse,
  createVariants,
  type Encoding,
  type HeaderList,
  type Variants,
} from './cached-response.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  // The speculation rules are the only JSON file.
  '.json': 'application/speculationrules+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

const COMPRESSED: [string, Encoding][] = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
];

/** Reads the names and inline contents of built files, for pages. */
export const readSiteAssets = (distDir: string): SiteAssets =>
  JSON.parse(readFileSync(path.join(distDir, 'assets.json'), 'utf8')) as SiteAssets;

/** Reads built styles, scripts and images by their paths, including those of earlier builds that are still in the folder. */
export function readBuiltAssets(distDir: string, headers: HeaderList): Map<string, CachedResponse> {
  const folder = path.join(distDir, 'assets');
  const names = readdirSync(folder);
  return new Map(
    names
      .filter((name) => TYPES[path.extname(name)])
      .map((name) => [`/assets/${name}`, { variants: readAsset(folder, name, names, headers) }]),
  );
}

function readAsset(folder: string, name: string, names: string[], headers: HeaderList): Variants {
  const body = readFileSync(path.join(folder, name));
  const type = TYPES[path.extname(name)] ?? '';
  const own = ['Content-Type', type, 'Cache-Control', 'public, max-age=31536000, immutable'];
  const isCompressed = COMPRESSED.some(([ending]) => names.includes(name + ending));
  const varied = isCompressed ? ['Vary', 'Accept-Encoding'] : [];
  const variants = createVariants(body, [...headers, ...own, ...varied], 'asset');
  for (const [ending, encoding] of COMPRESSED) {
    if (names.includes(name + ending)) variants.put(encoding, readFileSync(path.join(folder, name + ending)));
    // The build omits a compressed file that is not smaller than the original.
    else variants.skip(encoding);
  }
  return variants;
}
