import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { catalogue, texts } from '../../i18n/set-up.ts';
import { createBuildInfo } from '../../services/build-info.ts';
import { readGround } from '../../services/context.ts';
import { homePage } from '../../services/home-page.ts';
import { readSiteAssets } from '../../services/site-assets.ts';
import { type Finding, fault, ok } from './finding.ts';
import type { WatchedContent } from './watched-content.ts';

/** What the build made of `src/services/render.tsx`. */
type Renderer = Pick<typeof import('../../services/render.tsx'), 'renderPage'>;

/** Renders the home page of a language by what was built. */
export async function checkHomePage(
  { language, reader }: WatchedContent,
  siteUrl: string,
  distDir: string,
): Promise<Finding> {
  const what = `home page ${language}`;
  const { renderPage } = (await import(pathToFileURL(path.join(distDir, 'render.js')).href)) as Renderer;
  const context = { reader: reader(), texts: texts(language), t: catalogue.getFixedT(language), siteUrl };
  const page = await homePage(context, await readGround(context.reader));
  const html = renderPage(page, readSiteAssets(distDir), { build: createBuildInfo(distDir).running.id });
  const said = `${Buffer.byteLength(html)} bytes, “${page.head.title}”`;
  return html.endsWith('</html>') ? ok(what, said) : fault(what, `${said}, without an end`);
}
