import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AssetClient, isFile } from '../../assets/asset-client.ts';
import { fileName } from '../../assets/assets.ts';
import type { Reader } from '../../backend/content.ts';
import { CONTRACT_ROOT, paths } from '../../backend/paths.ts';
import { createBuildInfo } from '../../config/build-info.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { sectionKind, sectionKinds } from '../../content/menu/sections.ts';
import { catalogue, texts } from '../../i18n/set-up.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { readSiteAssets } from '../../response-cache/built-assets.ts';
import { homePage } from '../../site/home/home-page.ts';
import { readSiteData } from '../../site/layout/page-context.ts';
import { backendSections } from '../../site/sections/index.ts';
import { error, ok, type Probe, type Result, warning } from './finding.ts';
import type { RecordedContent } from './recorded-content.ts';

/** A sample: the first ones show how an editor works. */
const MAX_COLUMNS = 20;
const MAX_ARTICLES = 5;
const MAX_ASSETS = 5;

/** Content of earlier responses that later calls need. */
type Known = { menu?: Menu; blocks: string[]; articles: { id: string; title: string }[] };
type Call = (reader: Reader) => Promise<unknown>;

const columnsOf = ({ menu }: Known): string[] =>
  [...(menu?.byKey.values() ?? [])]
    .filter(({ kind }) => kind === 'common')
    .slice(0, MAX_COLUMNS)
    .map(({ code }) => code);

/** Whether the menu or the home page shows a section. An unreadable menu may have any. */
const isShown = (kind: string, { menu, blocks }: Known): boolean =>
  !menu ||
  [...menu.byKey.values()].some((node) => node.kind === kind) ||
  blocks.some((code) => sectionKind(code) === kind);

/** In this order: later calls need what earlier ones found. */
const callsOf: Record<string, (known: Known) => Call[]> = {
  [paths.menu]: (known) => [
    async (reader) => {
      known.menu = await reader.menu();
    },
  ],
  [paths.group]: () => [(reader) => reader.group()],
  [paths.common]: (known) => ['intro', ...columnsOf(known)].map((code) => (reader) => reader.common(code)),
  [paths.home]: () => [(reader) => reader.home()],
  [paths.homeComponents]: (known) => [
    async (reader) => {
      known.blocks = (await reader.homeComponents()).map(({ componentCode }) => componentCode);
    },
  ],
  ...Object.fromEntries(
    Object.entries(backendSections).map(([kind, { path, call }]) => [
      path,
      (known: Known) => (isShown(kind, known) ? [(reader: Reader) => reader.read(call)] : []),
    ]),
  ),
  [paths.articles]: (known) =>
    columnsOf(known).map((code) => async (reader) => {
      const { list } = await reader.articles(code);
      known.articles.push(...list);
    }),
  [paths.article]: ({ articles }) =>
    articles.slice(0, MAX_ARTICLES).map(
      ({ id }) =>
        (reader) =>
          reader.article(id),
    ),
  [paths.search]: ({ articles }) => [(reader) => reader.search(articles[0]?.title ?? 'a', 1)],
  [paths.declare]: () => [(reader) => reader.applicationWindow()],
};

export function contentProbes(content: RecordedContent, siteUrl: string, distDir: string): Probe[] {
  const { language } = content;
  const known: Known = { blocks: [], articles: [] };
  return [
    ...Object.entries(callsOf).map(
      ([path, calls]): Probe => [
        `backend ${language} ${path.slice(CONTRACT_ROOT.length)}`,
        () => checkCalls(content, calls(known)),
      ],
    ),
    [`menu ${language}`, () => (known.menu ? checkMenu(known.menu) : [])],
    [`assets ${language}`, () => checkAssets(content)],
    [`asset hosts ${language}`, () => checkAssetHosts(content)],
    [`home page ${language}`, () => checkHomePage(content, siteUrl, distDir)],
  ];
}

async function checkCalls(content: RecordedContent, calls: Call[]): Promise<Result> {
  const failures: string[] = [];
  const before = content.calls.length;
  for (const call of calls)
    await call(content.reader()).catch((thrown: unknown) => failures.push(reasonOf(thrown)));
  const made = content.calls.slice(before);
  const problems = made.flatMap((call) =>
    call.problems.map(({ record, problem }) => `record ${record}: ${problem}`),
  );
  const [failure, ...otherFailures] = failures;
  if (failure !== undefined) return error(failure, [...otherFailures, ...problems]);
  if (made.length === 0) return warning('not called: no other response named anything to ask for');
  const slowestMs = Math.ceil(Math.max(...made.map(({ ms }) => ms)));
  const records = made.reduce((sum, call) => sum + call.records, 0);
  const time = `${made.length > 1 ? `${made.length} calls, slowest ` : ''}${slowestMs} ms`;
  if (problems.length === 0) return ok(`${time}, ${records} records`);
  return warning(`${time}, ${records} records, ${problems.length} invalid:`, problems);
}

function checkMenu(menu: Menu): Result {
  const kinds = new Set([...menu.byKey.values()].map(({ kind }) => kind));
  const missing = sectionKinds.filter((kind) => !kinds.has(kind));
  const text = `${menu.byKey.size} items`;
  return missing.length === 0 ? ok(text) : warning(`${text}, none for: ${missing.join(', ')}`);
}

async function checkAssets({ assetClient, assetUrls }: RecordedContent): Promise<Result> {
  const urls = [...assetUrls].slice(0, MAX_ASSETS);
  const failures: string[] = [];
  for (const url of urls) {
    const failure = await assetFailure(assetClient, url).catch(reasonOf);
    if (failure) failures.push(`${url}: ${failure}`);
  }
  if (failures.length > 0) return error(`${failures.length} of ${urls.length} cannot be fetched`, failures);
  return ok(urls.length > 0 ? `${urls.length} of ${assetUrls.size} fetched` : 'content names none');
}

async function assetFailure(client: AssetClient, url: string): Promise<string | undefined> {
  const response = await client.open(url, { range: 'bytes=0-0' }, new AbortController().signal);
  response.body.destroy();
  if (response.status !== 200 && response.status !== 206) return `answered ${response.status}`;
  if (isFile(response, fileName(url))) return undefined;
  return `not a file: ${response.headers.get('content-type') ?? 'no Content-Type'}`;
}

/** Runs after the probes that name or call hosts. */
function checkAssetHosts({ refusedHosts }: RecordedContent): Result {
  if (refusedHosts.length === 0) return ok('all are allowed');
  const lines = refusedHosts.map(({ host, reason }) => `${host}: ${reason}`);
  return warning(`${lines.length} not allowed: pictures are left out, files are plain links`, lines);
}

/** The built `src/site/layout/render.tsx`. */
type Renderer = Pick<typeof import('../../site/layout/render.tsx'), 'renderPage'>;

async function checkHomePage(
  { language, reader }: RecordedContent,
  siteUrl: string,
  distDir: string,
): Promise<Result> {
  const { renderPage } = (await import(pathToFileURL(path.join(distDir, 'render.js')).href)) as Renderer;
  const context = { reader: reader(), texts: texts(language), t: catalogue.getFixedT(language), siteUrl };
  const page = await homePage({ ...context, siteData: await readSiteData(context.reader) });
  const html = renderPage(page, readSiteAssets(distDir), { build: createBuildInfo(distDir).running.id });
  return ok(`${Buffer.byteLength(html)} bytes, “${page.head.title}”`);
}
