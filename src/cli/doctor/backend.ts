import type { Config } from '../../config/config.ts';
import { createCache } from '../../content/backend/cache.ts';
import { CONTRACT_ROOT, paths } from '../../content/backend/client.ts';
import { createContent, type Reader } from '../../content/backend/content.ts';
import { noCopies } from '../../content/backend/content-copies.ts';
import type { Menu, RecordProblem } from '../../content/menu/menu.ts';
import { findSectionKind } from '../../content/menu/section-codes.ts';
import { openContentSource } from '../../content-folder/client.ts';
import { type Language, languages } from '../../i18n/languages.ts';
import { DAY_MS } from '../../lib/days.ts';
import { describeError } from '../../lib/failures.ts';
import { formatCount } from '../../lib/messages.ts';
import { createSanitizer } from '../../site/layout/sanitizer.ts';
import { backendSections } from '../../site/sections/definitions.ts';
import { type Check, error, ok, type Result, warning } from './check.ts';

/** Content of earlier responses that later calls need. */
type EarlierContent = { menu?: Menu; blocks: string[]; article?: { id: string; title: string } };
/** Returns undefined if no earlier response named an item to request. */
type Call = (reader: Reader, earlier: EarlierContent) => Promise<unknown> | undefined;

const showsSection = (kind: string, { menu, blocks }: EarlierContent): boolean =>
  Boolean(menu?.byKey.values().some((node) => node.kind === kind)) ||
  blocks.some((code) => findSectionKind(code) === kind);

/** Returns the codes of menu items whose page may have common data or articles. */
const commonCodes = ({ menu }: EarlierContent): string[] =>
  [...(menu?.byKey.values() ?? [])].flatMap(({ kind, code }) => (kind === 'common' ? code : []));

async function findArticle(reader: Reader, earlier: EarlierContent): Promise<EarlierContent['article']> {
  for (const code of commonCodes(earlier)) {
    const [article] = (await reader.articles(code)).list;
    if (article) return article;
  }
  return undefined;
}

/** Reads the common data of all menu items. A page's deadline allows only a few calls. */
async function readCommonData(reader: Reader, earlier: EarlierContent): Promise<void> {
  const { common } = reader.withDeadline((response) => response);
  for (const code of ['intro', ...commonCodes(earlier)]) await common(code);
}

/** The calls for each path. Later calls need results of earlier ones. */
const calls: Record<string, Call> = {
  [paths.menu]: async (reader, earlier) => {
    earlier.menu = await reader.menu();
  },
  [paths.group]: (reader) => reader.group(),
  [paths.common]: readCommonData,
  [paths.home]: (reader) => reader.home(),
  [paths.homeComponents]: async (reader, earlier) => {
    earlier.blocks = (await reader.homeComponents()).map(({ componentCode }) => componentCode);
  },
  ...Object.fromEntries(
    Object.entries(backendSections).map(([kind, section]): [string, Call] => [
      section.path,
      (reader, earlier) => (showsSection(kind, earlier) ? reader.read<unknown>(section) : undefined),
    ]),
  ),
  [paths.articles]: async (reader, earlier) => {
    earlier.article = await findArticle(reader, earlier);
  },
  [paths.article]: (reader, { article }) => article && reader.article(article.id),
  [paths.search]: (reader, { article }) => reader.search(article?.title ?? 'a', 1),
  [paths.declare]: (reader, earlier) => (showsSection('application', earlier) ? reader.intake() : undefined),
};

const keepUrl = (url: string): string => url;
export const unchangedUrls = { href: keepUrl, linkHref: keepUrl, externalHref: keepUrl };

/** Creates a reader that reads content like the site and records the result of each call. */
export function createContentRecorder(
  config: Config,
  distDir: string,
  onMistake?: (mistake: string) => void,
) {
  const { client } = openContentSource({ ...config, distDir }, onMistake);
  const lastResult = { records: 0, problems: [] as RecordProblem[], menuProblems: [] as RecordProblem[] };
  const content = createContent({
    client,
    cache: createCache({ freshMs: DAY_MS, staleMs: DAY_MS, onStale: () => undefined }),
    copies: noCopies,
    report: (path, data, problems) => {
      const list = (data as { list?: unknown }).list ?? data;
      lastResult.records += Array.isArray(list) ? list.length : 1;
      lastResult.problems = lastResult.problems.concat(problems);
      if (path === paths.menu) lastResult.menuProblems = [...problems];
    },
    sanitizerFor: (language) => createSanitizer(unchangedUrls, language),
    timeoutMs: config.api.timeoutMs,
  });
  return { lastResult, reader: (language: Language) => content.reader(language) };
}

type RecordedContent = ReturnType<typeof createContentRecorder>;

/** Makes each call in a language, ignores errors, and returns the menu. */
export async function readEverything({ reader }: RecordedContent, language: Language) {
  const content: EarlierContent = { blocks: [] };
  for (const call of Object.values(calls))
    await Promise.resolve(call(reader(language), content)).catch(() => undefined);
  return content;
}

/** Calls each path once in each language. Without a menu no page works, so nothing else is called. */
export function backendChecks({ lastResult, reader }: RecordedContent): Check[] {
  const earlier: Record<Language, EarlierContent> = { zh: { blocks: [] }, en: { blocks: [] } };

  async function tryCall(call: Call, language: Language): Promise<Result> {
    const startedAt = performance.now();
    Object.assign(lastResult, { records: 0, problems: [] });
    try {
      const called = call(reader(language), earlier[language]);
      if (!called) return warning('not called: no other response names an item to request');
      await called;
    } catch (thrown) {
      return error(describeError(thrown));
    }
    const { records, problems } = lastResult;
    const text = `${Math.ceil(performance.now() - startedAt)} ms, ${formatCount(records, 'record')}`;
    const lines = problems.map(({ record, problem }) => `record ${record}: ${problem}`);
    return lines.length === 0 ? ok(text) : warning(`${text}, ${lines.length} invalid`, lines);
  }

  return Object.entries(calls).map(([path, call]) => ({
    name: `backend ${path.slice(CONTRACT_ROOT.length)}`,
    async run() {
      const results: Result[] = [];
      for (const language of languages) {
        if (path !== paths.menu && !earlier[language].menu) continue;
        const result = await tryCall(call, language);
        // Reports an error that both languages share only once.
        const same = results.find(({ level, text }) => level === 'error' && text === `zh: ${result.text}`);
        if (same) same.text = `zh, en: ${result.text}`;
        else results.push({ ...result, text: `${language}: ${result.text}` });
      }
      return results;
    },
  }));
}
