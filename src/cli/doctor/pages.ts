import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createBuildInfo } from '../../build-info.ts';
import { catalogue, texts } from '../../i18n/set-up.ts';
import { homePage } from '../../pages/home-page.ts';
import { readSiteData } from '../../pages/site-data.ts';
import { readSiteAssets } from '../../response-cache/built-assets.ts';
import { type Finding, fault, ok } from './finding.ts';
import type { WatchedContent } from './watched-content.ts';

/** What the build made of `src/pages/render.tsx`. */
type Renderer = Pick<typeof import('../../pages/render.tsx'), 'renderPage'>;

export async function checkHomePage(
  { language, reader }: WatchedContent,
  siteUrl: string,
  distDir: string,
): Promise<Finding> {
  const what = `home page ${language}`;
  const { renderPage } = (await import(pathToFileURL(path.join(distDir, 'render.js')).href)) as Renderer;
  const context = { reader: reader(), texts: texts(language), t: catalogue.getFixedT(language), siteUrl };
  const page = await homePage({ ...context, siteData: await readSiteData(context.reader) });
  const html = renderPage(page, readSiteAssets(distDir), { build: createBuildInfo(distDir).running.id });
  const said = `${Buffer.byteLength(html)} bytes, “${page.head.title}”`;
  return html.endsWith('</html>') ? ok(what, said) : fault(what, `${said}, without an end`);
}
