import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteAssets } from '../../views/document.model.ts';

/** Reads the list that the build wrote. */
export const readSiteAssets = (distDir: string): SiteAssets =>
  JSON.parse(readFileSync(path.join(distDir, 'assets.json'), 'utf8')) as SiteAssets;
