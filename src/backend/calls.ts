import { checkBlock } from '../content/home-blocks.ts';
import { buildMenu } from '../content/menu/menu.ts';
import { compareSort, flattenMenu, type RecordProblem } from '../content/menu/menu-items.ts';
import { PAGE_SIZE } from '../content/paging.ts';
import type { Language } from '../i18n/languages.ts';
import { Failure } from '../lib/failures.ts';
import type { Query } from './client.ts';
import { type BackendPath, paths } from './paths.ts';
import type { Parse, Question } from './questions.ts';
import { readListing, readObject, readOptionalRecords, readRecord, readRecords } from './records.ts';
import type { Fields, HomeComponent, Schemas } from './schemas.ts';

/** Blocks of the home page asked at once: more than any editor places. */
const HOME_COMPONENTS = 100;

type Ask = <T>(path: BackendPath, query: Query, parse: Parse<T>, more?: Partial<Question<T>>) => Promise<T>;

/** A call of the contract that only one section makes. */
export type SectionCall<T> = {
  path: BackendPath;
  parse: (data: unknown, problems: RecordProblem[], fields: Fields) => T;
};

type Contract = { language: Language; fields: Fields; schemas: Schemas };

export function createCalls({ language, fields, schemas }: Contract, ask: Ask) {
  const article = (id: string, more?: { mayLack: boolean }) =>
    ask(
      paths.article,
      { id },
      (data, problems) => ({
        ...readObject(schemas.article, data, problems),
        attachments: readOptionalRecords(schemas.attachment, partsOf(data).attachments, problems),
      }),
      // Visitors make ids up, and a backend may answer any of them.
      { isKept: (found) => found.id === id, ...more },
    );

  return {
    menu: () =>
      ask(paths.menu, {}, (data, problems) => {
        if (!Array.isArray(data)) throw new Failure('noData', { detail: 'the menu is no list' });
        const records = flattenMenu(data, (raw) => readRecord(schemas.menuItem, raw, problems));
        return buildMenu(records, language, problems);
      }),

    group: () =>
      ask(paths.group, { code: 'group' }, (data, problems) => readObject(schemas.group, data, problems)),

    common: (componentCode: string) =>
      ask(paths.common, { componentCode }, (data, problems) => readRecords(schemas.common, data, problems)),

    home: () =>
      ask(paths.home, {}, (data, problems) => ({
        ...readObject(schemas.home, data, problems),
        banners: readOptionalRecords(schemas.banner, partsOf(data).banners, problems),
        figures: readOptionalRecords(schemas.figure, partsOf(data).figures, problems),
      })),

    homeComponents: () =>
      ask(paths.homeComponents, { pageNo: 1, pageSize: HOME_COMPONENTS }, (data, problems) =>
        showable(readListing(schemas.homeComponent, data, problems).list, problems).sort(compareSort),
      ),

    /** One page of a column's articles; those that lack its code are given it. */
    articles: (columnCode: string, pageNo = 1, pageSize = PAGE_SIZE) =>
      ask(paths.articles, { pageNo, pageSize, columnCode }, (data, problems) => {
        const { list, total } = readListing(schemas.articleSummary, data, problems);
        return {
          list: list.map((article) => ({ ...article, columnCode: article.columnCode ?? columnCode })),
          total,
        };
      }),

    article: (id: string) => article(id),

    /** As `article`; undefined where the backend says that there is none, which is kept as any answer is. */
    articleIfAny: (id: string): Promise<Awaited<ReturnType<typeof article>> | undefined> =>
      article(id, { mayLack: true }),

    search: (keyword: string, pageNo: number) =>
      ask(paths.search, { keyword, pageNo, pageSize: PAGE_SIZE }, (data, problems) =>
        readListing(schemas.articleSummary, data, problems),
      ),

    /** The data of a section. */
    read: <T>({ path, parse }: SectionCall<T>) =>
      ask(path, {}, (data, problems) => parse(data, problems, fields)),

    applicationWindow: () =>
      ask(paths.declare, { componentCode: 'declare' }, (data, problems) =>
        readObject(schemas.applicationWindow, data, problems),
      ),
  };
}

const partsOf = (data: unknown) => data as Record<string, unknown>;

/** Blocks that can be shown; why another cannot is added to `problems`. */
const showable = (blocks: HomeComponent[], problems: RecordProblem[]): HomeComponent[] =>
  blocks.filter((block) => {
    const problem = checkBlock(block);
    if (problem) problems.push({ record: block.id, problem });
    return !problem;
  });
