import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CachedAnswer } from './answer.ts';
import type { Encoding } from './encoding.ts';
import { createVariants, type HeaderList, type Variants } from './variants.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

/** The endings under which the build puts what it has compressed. */
const COMPRESSED: [string, Encoding][] = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
];

/** The built styles, scripts and pictures by their addresses, those of earlier builds too where they were left in the folder. */
export function readBuiltAssets(distDir: string, headers: HeaderList): Map<string, CachedAnswer> {
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
  const own = [
    'Content-Type',
    TYPES[path.extname(name)] ?? '',
    'Cache-Control',
    'public, max-age=31536000, immutable',
  ];
  const compressed = COMPRESSED.filter(([ending]) => names.includes(name + ending));
  const varied = compressed.length > 0 ? ['Vary', 'Accept-Encoding'] : [];
  const variants = createVariants(body, [...headers, ...own, ...varied], 'asset');
  // What does not get smaller is sent as it is, whatever a browser takes.
  if (compressed.length === 0) for (const [, encoding] of COMPRESSED) variants.leave(encoding);
  for (const [ending, encoding] of compressed) {
    variants.put(encoding, readFileSync(path.join(folder, name + ending)));
  }
  return variants;
}
