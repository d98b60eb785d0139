import { checkBlock } from '../content/home-blocks.ts';
import { buildMenu } from '../content/menu/build-menu.ts';
import { compareSort, flattenMenu, type RecordProblem } from '../content/menu/menu-items.ts';
import { PAGE_SIZE } from '../content/paging.ts';
import type { Language } from '../i18n/languages.ts';
import { Failure } from '../lib/failures.ts';
import type { Query } from './client.ts';
import { type BackendPath, paths } from './paths.ts';
import { readListing, readObject, readOptionalRecords, readRecord, readRecords } from './records.ts';
import type { Fields, HomeComponent, Schemas } from './schemas.ts';
import type { ContentRequest, Parse } from './sources.ts';

/** Page size for the blocks of the home page, which are requested in one call. */
const HOME_COMPONENTS = 100;

type Send = <T>(
  path: BackendPath,
  query: Query,
  parse: Parse<T>,
  options?: Partial<ContentRequest<T>>,
) => Promise<T>;

/** Call of the contract that only one section makes. */
export type SectionCall<T> = {
  path: BackendPath;
  parse: (data: unknown, problems: RecordProblem[], fields: Fields) => T;
};

type Contract = { language: Language; fields: Fields; schemas: Schemas };

export function createCalls({ language, fields, schemas }: Contract, send: Send) {
  const article = (id: string, options?: { allowMissing: boolean }) =>
    send(
      paths.article,
      { id },
      (data, problems) => ({
        ...readObject(schemas.article, data, problems),
        attachments: readOptionalRecords(schemas.attachment, partsOf(data).attachments, problems),
      }),
      // Visitors make up ids, and a backend may respond to any of them.
      { isStorable: (found) => found.id === id, ...options },
    );

  return {
    menu: () =>
      send(paths.menu, {}, (data, problems) => {
        if (!Array.isArray(data)) throw new Failure('noData', { detail: 'the menu is not a list' });
        const records = flattenMenu(data, (raw) => readRecord(schemas.menuItem, raw, problems));
        return buildMenu(records, language, problems);
      }),

    group: () =>
      send(paths.group, { code: 'group' }, (data, problems) => readObject(schemas.group, data, problems)),

    common: (componentCode: string) =>
      send(paths.common, { componentCode }, (data, problems) => readRecords(schemas.common, data, problems)),

    home: () =>
      send(paths.home, {}, (data, problems) => ({
        ...readObject(schemas.home, data, problems),
        banners: readOptionalRecords(schemas.banner, partsOf(data).banners, problems),
        figures: readOptionalRecords(schemas.figure, partsOf(data).figures, problems),
      })),

    homeComponents: () =>
      send(paths.homeComponents, { pageNo: 1, pageSize: HOME_COMPONENTS }, (data, problems) =>
        showable(readListing(schemas.homeComponent, data, problems).list, problems).sort(compareSort),
      ),

    /** One page of a column's articles. Sets the column code of articles without one. */
    articles: (columnCode: string, pageNo = 1, pageSize = PAGE_SIZE) =>
      send(paths.articles, { pageNo, pageSize, columnCode }, (data, problems) => {
        const { list, total } = readListing(schemas.articleSummary, data, problems);
        return {
          list: list.map((article) => ({ ...article, columnCode: article.columnCode ?? columnCode })),
          total,
        };
      }),

    article: (id: string) => article(id),

    /** Like `article`; undefined if the backend has no such article, which is cached like any response. */
    articleIfAny: (id: string): Promise<Awaited<ReturnType<typeof article>> | undefined> =>
      article(id, { allowMissing: true }),

    search: (keyword: string, pageNo: number) =>
      send(paths.search, { keyword, pageNo, pageSize: PAGE_SIZE }, (data, problems) =>
        readListing(schemas.articleSummary, data, problems),
      ),

    /** Data of a section. */
    read: <T>({ path, parse }: SectionCall<T>) =>
      send(path, {}, (data, problems) => parse(data, problems, fields)),

    applicationWindow: () =>
      send(paths.declare, { componentCode: 'declare' }, (data, problems) =>
        readObject(schemas.applicationWindow, data, problems),
      ),
  };
}

const partsOf = (data: unknown) => data as Record<string, unknown>;

/** Filters out blocks that cannot be shown and adds the reasons to `problems`. */
const showable = (blocks: HomeComponent[], problems: RecordProblem[]): HomeComponent[] =>
  blocks.filter((block) => {
    const problem = checkBlock(block);
    if (problem) problems.push({ record: block.id, problem });
    return !problem;
  });
