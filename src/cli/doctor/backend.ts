import type { Config } from '../../config/config.ts';
import { createCache } from '../../content/backend/cache.ts';
import { CONTRACT_ROOT, paths } from '../../content/backend/client.ts';
import { createContent, type Reader } from '../../content/backend/content.ts';
import { noCopies } from '../../content/backend/content-copies.ts';
import type { Menu } from '../../content/menu/menu.ts';
import { sectionKind } from '../../content/menu/sections.ts';
import { openContentSource } from '../../content-folder/client.ts';
import { type Language, languages } from '../../i18n/languages.ts';
import { DAY_MS } from '../../lib/days.ts';
import { reasonOf } from '../../lib/failures.ts';
import { type AssetClient, createAssetClient, isFile } from '../../media/asset-client.ts';
import { createAssetHosts } from '../../media/asset-hosts.ts';
import { fileName } from '../../media/assets.ts';
import { createSafe } from '../../site/layout/safe-content.ts';
import { backendSections } from '../../site/sections/index.ts';
import { type Check, error, ok, type Result, warning } from './check.ts';

/** Maximum number of columns that are searched for an article. */
const MAX_COLUMNS = 10;
/** Size of the sample: the first assets show how an editor works. */
const MAX_ASSETS_PER_HOST = 3;

/** Content of earlier responses that later calls need. */
type Known = { menu?: Menu; blocks: string[]; article?: { id: string; title: string } };
/** Returns undefined if no earlier response named an item to request. */
type Call = (reader: Reader, known: Known) => Promise<unknown> | undefined;

/** Returns whether the menu or the home page shows a section. */
const isShown = (kind: string, { menu, blocks }: Known): boolean =>
  [...(menu?.byKey.values() ?? [])].some((node) => node.kind === kind) ||
  blocks.some((code) => sectionKind(code) === kind);

async function findArticle(reader: Reader, { menu }: Known): Promise<Known['article']> {
  const columns =
    menu?.byKey
      .values()
      .filter(({ kind }) => kind === 'common')
      .take(MAX_COLUMNS) ?? [];
  for (const { code } of columns) {
    const { list } = await reader.articles(code);
    if (list[0]) return list[0];
  }
  return undefined;
}

/** A call for each path, in this order, because later calls need the results of earlier ones. */
const calls: Record<string, Call> = {
  [paths.menu]: async (reader, known) => {
    known.menu = await reader.menu();
  },
  [paths.group]: (reader) => reader.group(),
  [paths.common]: (reader) => reader.common('intro'),
  [paths.home]: (reader) => reader.home(),
  [paths.homeComponents]: async (reader, known) => {
    known.blocks = (await reader.homeComponents()).map(({ componentCode }) => componentCode);
  },
  ...Object.fromEntries(
    Object.entries(backendSections).map(([kind, { path, call }]): [string, Call] => [
      path,
      (reader, known) => (isShown(kind, known) ? reader.read(call) : undefined),
    ]),
  ),
  [paths.articles]: async (reader, known) => {
    known.article = await findArticle(reader, known);
  },
  [paths.article]: (reader, { article }) => article && reader.article(article.id),
  [paths.search]: (reader, { article }) => reader.search(article?.title ?? 'a', 1),
  [paths.declare]: (reader) => reader.intake(),
};

/** Reads the content like the site, and records the result of each call. */
export function recordContent(config: Config, distDir: string) {
  const { client } = openContentSource({ ...config, distDir });
  const assetUrls = new Set<string>();
  const noteAsset = (url: string): string => {
    assetUrls.add(url);
    return url;
  };
  const keep = (url: string): string => url;
  const last = { records: 0, problems: [] as string[] };
  const content = createContent({
    client,
    cache: createCache({ freshMs: DAY_MS, staleMs: DAY_MS, onStale: () => undefined }),
    copies: noCopies,
    report: (_path, data, problems) => {
      last.records = countRecords(data);
      last.problems = problems.map(({ record, problem }) => `record ${record}: ${problem}`);
    },
    safe: (language) => createSafe({ href: noteAsset, linkHref: keep, externalHref: keep }, language),
    timeoutMs: config.api.timeoutMs,
  });
  return { assetUrls, last, reader: (language: Language) => content.reader(language) };
}

type RecordedContent = ReturnType<typeof recordContent>;

const countRecords = (data: unknown): number => {
  const list = Array.isArray(data) ? data : (data as { list?: unknown }).list;
  return Array.isArray(list) ? list.length : 1;
};

/** Calls each path once in each language. Without a menu no page works, so nothing else is called. */
export function backendChecks(content: RecordedContent, config: Config): Check[] {
  const known: Record<Language, Known> = { zh: { blocks: [] }, en: { blocks: [] } };
  return [
    ...Object.entries(calls).map(
      ([path, call]): Check => ({
        name: `backend ${path.slice(CONTRACT_ROOT.length)}`,
        async run() {
          const called = languages.filter((language) => path === paths.menu || known[language].menu);
          const reports: Report[] = [];
          for (const language of called)
            reports.push({ language, ...(await tryCall(content, language, call, known[language])) });
          return reports.length > 0 ? summaryOf(reports) : [];
        },
      }),
    ),
    { name: 'assets', run: () => checkAssets(content, config) },
  ];
}

type Report = Result & { language: Language };

async function tryCall(
  { reader, last }: RecordedContent,
  language: Language,
  call: Call,
  known: Known,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    const called = call(reader(language), known);
    if (!called) return warning('not called: no other response named anything to ask for');
    await called;
  } catch (thrown) {
    return error(reasonOf(thrown));
  }
  const { records, problems } = last;
  const text = `${Math.ceil(performance.now() - startedAt)} ms, ${records} records`;
  return problems.length === 0 ? ok(text) : warning(`${text}, ${problems.length} invalid`, problems);
}

/** Merges the results of both languages, so that a common cause is named once. */
function summaryOf(reports: Report[]): Result {
  const level = (['error', 'warning', 'ok'] as const).find((one) =>
    reports.some((report) => report.level === one),
  );
  const texts = [...Map.groupBy(reports, ({ text }) => text)].map(
    ([text, same]) => `${same.map(({ language }) => language).join(', ')}: ${text}`,
  );
  const details = reports.flatMap(({ language, details = [] }) =>
    details.map((line) => `${language} ${line}`),
  );
  return { level: level ?? 'ok', text: texts.join('; '), details };
}

/** Fetches some assets from each host that content names. */
async function checkAssets(
  { assetUrls }: RecordedContent,
  { api, assetHosts }: Config,
): Promise<Result | []> {
  const { baseUrl = '', timeoutMs } = api;
  if (assetUrls.size === 0) return [];
  const hosts = createAssetHosts({ baseUrl, allowed: assetHosts, onRefused: () => undefined });
  const client = createAssetClient({ timeoutMs, hosts });
  const urls = [...assetUrls].map((url) => URL.parse(/^\/(?!\/)/u.test(url) ? baseUrl + url : url, baseUrl));
  const byHost = Map.groupBy(urls, (url) => url?.host);
  const sample = [...byHost.values()].flatMap((some) => some.slice(0, MAX_ASSETS_PER_HOST));
  const problems: string[] = [];
  for (const url of sample) {
    if (!url) continue;
    const problem = await assetProblem(client, url.href).catch(reasonOf);
    if (problem) problems.push(`${url.href}: ${problem}`);
  }
  const text = `${sample.length} of ${assetUrls.size} fetched`;
  if (problems.length === 0) return ok(text);
  return warning(`${text}, ${problems.length} failed: check ASSET_HOSTS and the network`, problems);
}

async function assetProblem(client: AssetClient, url: string): Promise<string | undefined> {
  const response = await client.open(url, { range: 'bytes=0-0' });
  response.body.destroy();
  if (response.status !== 200 && response.status !== 206) return `answered ${response.status}`;
  if (isFile(response, fileName(url))) return undefined;
  return `not a file: ${response.headers['content-type'] ?? 'no Content-Type'}`;
}
