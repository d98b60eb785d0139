import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Addresses of the site's own files by their names in `public/`: `{"css/site.css": "/assets/site-1a2b3c4d.css"}`. */
export type SiteAssets = Readonly<Record<string, string>>;

/** Reads the list that the build wrote. */
export const readSiteAssets = (distDir: string): SiteAssets =>
  JSON.parse(readFileSync(path.join(distDir, 'assets.json'), 'utf8')) as SiteAssets;
