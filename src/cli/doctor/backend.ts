import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AssetClient, isFile } from '../../assets/asset-client.ts';
import { fileName } from '../../assets/asset-tokens.ts';
import type { Reader } from '../../backend/content.ts';
import { CONTRACT_ROOT, paths } from '../../backend/paths.ts';
import { createBuildInfo } from '../../config/build-info.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { sectionKinds } from '../../content/menu/sections.ts';
import { catalogue, texts } from '../../i18n/set-up.ts';
import { homePage } from '../../pages/home-page.ts';
import { readSiteData } from '../../pages/page-context.ts';
import { readSiteAssets } from '../../response-cache/built-assets.ts';
import { backendSections } from '../../sections/index.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';
import type { WatchedContent } from './watched-content.ts';

/** Columns, articles and assets that are read: the first ones show how an editor works. */
const MAX_COLUMNS = 20;
const MAX_ARTICLES = 5;
const MAX_ASSETS = 5;
const FOUND = [200, 206];

/** Identifiers from earlier answers that later requests need. */
export type Known = { menu?: Menu; articles: { id: string; title: string }[] };
type Ask = (reader: Reader) => Promise<unknown>;

const columnsOf = ({ menu }: Known): string[] =>
  [...(menu?.byKey.values() ?? [])]
    .filter(({ kind }) => kind === 'common')
    .slice(0, MAX_COLUMNS)
    .map(({ code }) => code);

/** The calls of each path of the contract; later ones need what earlier ones found. */
export const calls: Record<string, (known: Known) => Ask[]> = {
  [paths.menu]: (known) => [
    async (reader) => {
      known.menu = await reader.menu();
    },
  ],
  [paths.group]: () => [(reader) => reader.group()],
  [paths.common]: (known) => ['intro', ...columnsOf(known)].map((code) => (reader) => reader.common(code)),
  [paths.home]: () => [(reader) => reader.home()],
  [paths.homeComponents]: () => [(reader) => reader.homeComponents()],
  ...Object.fromEntries(
    Object.values(backendSections).map(({ path, call }) => [
      path,
      () => [(reader: Reader) => reader.read(call)],
    ]),
  ),
  [paths.articles]: (known) =>
    columnsOf(known).map((code) => async (reader) => {
      const { list } = await reader.articles(code);
      known.articles.push(...list);
    }),
  [paths.article]: ({ articles }) =>
    articles.slice(0, MAX_ARTICLES).map((article) => (reader) => reader.article(article.id)),
  [paths.search]: ({ articles }) => [(reader) => reader.search(articles[0]?.title ?? 'a', 1)],
  [paths.declare]: () => [(reader) => reader.applicationWindow()],
};

/** Asks one path, one call after another so that each has its own time. */
export async function checkPath(content: WatchedContent, path: string, asks: Ask[]): Promise<Finding> {
  const what = `backend ${content.language} ${path.slice(CONTRACT_ROOT.length)}`;
  const failures: string[] = [];
  const before = content.calls.length;
  for (const ask of asks)
    await ask(content.reader()).catch((error: unknown) => failures.push(reasonOf(error)));
  const made = content.calls.slice(before);
  const details = made.flatMap(({ problems }) =>
    problems.map(({ record, problem }) => `record ${record}: ${problem}`),
  );
  if (failures.length > 0) return fault(what, failures[0] ?? '', [...failures.slice(1), ...details]);
  if (made.length === 0) return warning(what, 'not asked: no other answer named anything to ask for');
  const slowest = Math.ceil(Math.max(...made.map(({ ms }) => ms)));
  const records = made.reduce((sum, call) => sum + call.records, 0);
  const said = `${made.length > 1 ? `${made.length} calls, slowest ` : ''}${slowest} ms, ${records} records`;
  if (details.length === 0) return ok(what, said);
  return warning(what, `${said}, ${details.length} that do not fit the contract:`, details);
}

/** Finds sections that the site can show and no item of the menu leads to. */
export function checkMenu(language: string, menu: Menu): Finding {
  const there = new Set([...menu.byKey.values()].map(({ kind }) => kind));
  const missing = sectionKinds.filter((kind) => !there.has(kind));
  const said = `${menu.byKey.size} items`;
  if (missing.length === 0) return ok(`menu ${language}`, `${said}, one for each section`);
  return warning(`menu ${language}`, `${said}, none for: ${missing.join(', ')}`);
}

export async function checkAssets({ language, assetClient, assetUrls }: WatchedContent): Promise<Finding> {
  const what = `assets ${language}`;
  const urls = assetUrls().slice(0, MAX_ASSETS);
  const failures: string[] = [];
  for (const url of urls) {
    const failure = await assetFailure(assetClient, url).catch(reasonOf);
    if (failure) failures.push(`${url}: ${failure}`);
  }
  if (failures.length > 0) return fault(what, `${failures.length} of ${urls.length} cannot be had`, failures);
  return ok(what, urls.length > 0 ? `${urls.length} of ${assetUrls().length} fetched` : 'none was named');
}

async function assetFailure(client: AssetClient, url: string): Promise<string | undefined> {
  const answer = await client.open(url, { range: 'bytes=0-0' }, new AbortController().signal);
  answer.body.destroy();
  if (!FOUND.includes(answer.status)) return `answered ${answer.status}`;
  if (isFile(answer, fileName(url))) return undefined;
  return `no file, but ${answer.headers.get('content-type') ?? 'without a type'}`;
}

/** Names the refused hosts; called after all probes that name or ask hosts. */
export function checkAssetHosts({ language, refusedHosts }: WatchedContent): Finding {
  const what = `asset hosts ${language}`;
  if (refusedHosts.length === 0) return ok(what, 'all that were named may be asked');
  const lines = refusedHosts.map(({ host, reason }) => `${host}: ${reason}`);
  return warning(what, `${lines.length} not asked: pictures left out, files as plain links`, lines);
}

/** The built `src/pages/render.tsx`. */
type Renderer = Pick<typeof import('../../pages/render.tsx'), 'renderPage'>;

export async function checkHomePage(
  { language, reader }: WatchedContent,
  siteUrl: string,
  distDir: string,
): Promise<Finding> {
  const { renderPage } = (await import(pathToFileURL(path.join(distDir, 'render.js')).href)) as Renderer;
  const context = { reader: reader(), texts: texts(language), t: catalogue.getFixedT(language), siteUrl };
  const page = await homePage({ ...context, siteData: await readSiteData(context.reader) });
  const html = renderPage(page, readSiteAssets(distDir), { build: createBuildInfo(distDir).running.id });
  return ok(`home page ${language}`, `${Buffer.byteLength(html)} bytes, “${page.head.title}”`);
}
