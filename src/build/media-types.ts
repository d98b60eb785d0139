import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { isAsset } from '../content/asset-types.ts';
import { moduleOf } from './data-as-text.ts';

/** The list of all media types, as the package `mime-db` has it. */
type MediaTypes = Record<string, { extensions?: string[]; charset?: string }>;

/** What the site makes itself; types with a character set are data and scripts. */
const OWN_EXTENSIONS = ['html', 'css', 'xml', 'bin'];

/**
 * The media types that the site meets: those of what it makes, and of files that it passes on. Each start looks through the list,
 * and with all 2,500 takes 10 ms longer.
 */
export const metTypes = (all: MediaTypes): MediaTypes =>
  Object.fromEntries(
    Object.entries(all).filter(
      ([type, { charset, extensions = [] }]) =>
        charset ||
        extensions.some(
          (extension) => OWN_EXTENSIONS.includes(extension) || isAsset(type, `file.${extension}`),
        ),
    ),
  );

/** Has the programs keep the media types that the site meets. */
export const mediaTypes: Plugin = {
  name: 'media types',
  setup(build) {
    build.onLoad({ filter: /\/mime-db\/db\.json$/ }, async ({ path }) =>
      moduleOf(metTypes(JSON.parse(await readFile(path, 'utf8')))),
    );
  },
};
