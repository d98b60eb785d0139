import { paths } from '../../content/backend/client.ts';
import type { Reader } from '../../content/backend/content.ts';
import type { HomeComponent } from '../../content/backend/schemas.ts';
import type { Menu, MenuItem } from '../../content/menu/menu.ts';
import { findBlockKind, findSectionKind } from '../../content/menu/section-codes.ts';
import type { Language } from '../../i18n/languages.ts';
import { describeError, SiteError } from '../../lib/failures.ts';
import { backendSections } from '../../site/sections/definitions.ts';

/** Content of earlier responses that later calls need. `columns`: codes whose pages show articles. */
export type EarlierContent = {
  menu?: Menu;
  blocks: HomeComponent[];
  columns: string[];
  article?: { id: string; title: string };
};

export type ContractCall = {
  /** Returns undefined if neither the menu nor the home page uses the path. */
  run: (reader: Reader, earlier: EarlierContent) => Promise<unknown> | undefined;
  /** Consequence for visitors if the path has never returned a valid response. */
  failure: string;
  /** Returns whether a failure is only a warning. */
  isOptional?: (earlier: EarlierContent) => boolean;
};

export const createEarlierContent = (): EarlierContent => ({ blocks: [], columns: [] });

const showsSection = (kind: string, { menu, blocks }: EarlierContent): boolean =>
  Boolean(menu?.byKey.values().some((node) => node.kind === kind)) ||
  blocks.some(({ componentCode }) => findSectionKind(componentCode) === kind);

/** Returns the menu items whose page requests common data. */
const itemsWithCommonData = ({ menu }: EarlierContent): MenuItem[] =>
  [...(menu?.byKey.values() ?? [])].filter(({ kind }) => kind === 'common' || kind === 'contact');

/** Returns whether the page of a menu item shows articles if it has no common data. */
const mayHaveArticles = ({ kind, children }: MenuItem): boolean => kind === 'common' && children.length === 0;

const articleBlockColumns = ({ blocks }: EarlierContent): string[] =>
  blocks.flatMap(({ componentCode, columnCode }) =>
    findBlockKind(componentCode) === 'article' ? (columnCode ?? []) : [],
  );

async function findArticle(reader: Reader, columns: string[]): Promise<EarlierContent['article']> {
  for (const code of columns) {
    const [article] = (await reader.articles(code)).list;
    if (article) return article;
  }
  return undefined;
}

/** Returns whether other calls probably fail in the same way. */
const isNoResponse = (error: unknown): boolean =>
  error instanceof SiteError && (error.kind === 'timeout' || error.kind === 'unreachable');

/** Reads the common data of all menu items. Names all codes that fail. */
async function readCommonData(reader: Reader, earlier: EarlierContent): Promise<void> {
  const codesByReason = new Map<string, string[]>();
  const items = itemsWithCommonData(earlier);
  const columns = items.filter(mayHaveArticles).map(({ code }) => code);
  for (const code of ['intro', ...items.map((item) => item.code)]) {
    try {
      const records = await reader.common(code);
      if (records.length === 0 && columns.includes(code)) earlier.columns.push(code);
    } catch (error) {
      const reason = describeError(error);
      codesByReason.set(reason, [...(codesByReason.get(reason) ?? []), code]);
      if (isNoResponse(error)) break;
    }
  }
  const failures = [...codesByReason].map(
    ([reason, codes]) => `componentCode ${codes.join(', ')}: ${reason}`,
  );
  if (failures.length > 0) throw new Error(failures.join('; '));
}

const EVERY_PAGE = 'every page is an error page, and /readyz returns 503';
const HOME_PAGE = 'the home page is an error page';

/** The calls for each path. Later calls need results of earlier ones. */
export const contractCalls: Record<string, ContractCall> = {
  [paths.menu]: {
    run: async (reader, earlier) => {
      earlier.menu = await reader.menu();
    },
    failure: EVERY_PAGE,
  },
  [paths.group]: { run: (reader) => reader.group(), failure: EVERY_PAGE },
  [paths.common]: {
    run: readCommonData,
    failure: `for intro, ${EVERY_PAGE}; for the code of a menu item, its page is an error page`,
  },
  [paths.home]: { run: (reader) => reader.home(), failure: HOME_PAGE },
  [paths.homeComponents]: {
    run: async (reader, earlier) => {
      earlier.blocks = await reader.homeComponents();
    },
    failure: HOME_PAGE,
  },
  ...Object.fromEntries(
    Object.entries(backendSections).map(([kind, section]): [string, ContractCall] => [
      section.path,
      {
        run: (reader, earlier) => (showsSection(kind, earlier) ? reader.read<unknown>(section) : undefined),
        failure: 'pages with this section are error pages, also the home page if it has a block of it',
      },
    ]),
  ),
  [paths.articles]: {
    run: (reader, earlier) => {
      const columns = [...articleBlockColumns(earlier), ...earlier.columns];
      if (columns.length === 0) return undefined;
      return findArticle(reader, columns).then((article) => Object.assign(earlier, { article }));
    },
    failure: 'article lists are error pages, also the home page if it has a block of articles',
  },
  [paths.article]: {
    run: (reader, { article }) =>
      article &&
      reader.article(article.id).catch((error: unknown) => {
        throw new Error(`id ${article.id}, which a list contains: ${describeError(error)}`);
      }),
    failure: 'pages of articles are error pages, or 404 pages for unknown ids',
  },
  [paths.search]: {
    run: (reader, { article }) => reader.search(article?.title ?? 'a', 1),
    failure: 'a search finds no articles, and is an error page if no page matches',
    isOptional: ({ article }) => !article,
  },
  [paths.declare]: {
    run: (reader, earlier) => (showsSection('application', earlier) ? reader.intake() : undefined),
    failure: 'the application form is an error page',
  },
};

/** Makes each call in a language, ignores errors, and returns what later calls need. */
export async function readEverything(
  { reader }: { reader: (language: Language) => Reader },
  language: Language,
) {
  const content = createEarlierContent();
  for (const { run } of Object.values(contractCalls))
    await Promise.resolve(run(reader(language), content)).catch(() => undefined);
  return content;
}
