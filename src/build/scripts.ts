import { readFile } from 'node:fs/promises';
import * as esbuild from 'esbuild';
import { languageFacts, languages } from '../i18n/languages.ts';
import { texts } from '../i18n/set-up.ts';
import { root } from './places.ts';

/** What a script is told of the build: the addresses of what it loads later. */
export type Addresses = { buildCheck: string; revealScript: string; revealStyle: string };

/** The words of the notices, by the `lang` of pages. */
const notices = Object.fromEntries(
  languages.map((language) => {
    const words = {
      build: texts(language).newBuild,
      payload: texts(language).newPage,
      refresh: texts(language).refresh,
      dismiss: texts(language).dismiss,
    };
    return [languageFacts[language].tag, words];
  }),
);

/** What every engine with modules reads; what is loaded later may ask for more (`enhancement.ts`). */
export const EVERY_ENGINE = 'es2017';
export const NEWER_ENGINES = 'es2022';

/** An entry of `src/browser` with all that it imports. */
export function buildScript(
  name: string,
  addresses?: Addresses,
  target: string = EVERY_ENGINE,
): Promise<Uint8Array> {
  return contentOf({
    entryPoints: [`src/browser/${name}.ts`],
    format: 'esm',
    target,
    legalComments: 'none',
    external: ['/assets/*'],
    define: { BUILT: JSON.stringify({ ...addresses, notices }) },
  });
}

/** A stylesheet with all that it imports in one. */
export const buildStyles = (entry = 'public/css/site.css'): Promise<Uint8Array> =>
  contentOf({
    entryPoints: [entry],
    target: ['chrome90', 'firefox90', 'safari15'],
    external: ['*.svg'],
    plugins: [menuRows],
  });

/** The menu becomes a row at two widths of the window: the rules are written for the first. */
const menuRows: esbuild.Plugin = {
  name: 'menu-rows',
  setup: ({ onLoad }) =>
    onLoad({ filter: /menu-row\.css$/ }, async ({ path }) => {
      const css = await readFile(path, 'utf8');
      return { contents: css + css.replaceAll('64', '80'), loader: 'css' };
    }),
};

async function contentOf(options: esbuild.BuildOptions): Promise<Uint8Array> {
  const { outputFiles: [file] = [] } = await esbuild.build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    outdir: 'dist/assets',
    logLevel: 'warning',
    ...options,
  });
  if (!file) throw new Error(`nothing was built of ${options.entryPoints}`);
  return file.contents;
}
