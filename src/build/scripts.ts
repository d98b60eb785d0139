import * as esbuild from 'esbuild';
import { languageFacts, languages } from '../i18n/languages.ts';
import { texts } from '../i18n/set-up.ts';
import { root } from './places.ts';

/** What a script is told of the build: the addresses of what it loads later. */
export type Addresses = { revealScript: string; revealStyle: string };

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

/** An entry of `src/browser` with all that it imports; browsers too old for it use the page without. */
export async function buildScript(name: string, addresses?: Addresses): Promise<Uint8Array> {
  const { outputFiles: [file] = [] } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [`src/browser/${name}.ts`],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'dist/assets',
    logLevel: 'warning',
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    external: ['/assets/*'],
    define: { BUILT: JSON.stringify({ ...addresses, notices }) },
  });
  if (!file) throw new Error(`nothing was built of ${name}`);
  return file.contents;
}
