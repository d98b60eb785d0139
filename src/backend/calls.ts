import type { RecordProblem } from '../content/menu/menu-items.ts';
import { PAGE_SIZE } from '../content/paging.ts';
import type { Query } from './client.ts';
import type { Parsers } from './parsers.ts';
import { type BackendPath, paths } from './paths.ts';
import type { Article, Fields } from './schemas.ts';
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

export function createCalls(parsers: Parsers, send: Send) {
  const article = (id: string, options?: { allowMissing: boolean }): Promise<Article> =>
    // Visitors make up ids, and a backend may respond to any of them.
    send(paths.article, { id }, parsers.article, { isStorable: (found) => found.id === id, ...options });

  return {
    menu: () => send(paths.menu, {}, parsers.menu),

    group: () => send(paths.group, { code: 'group' }, parsers.group),

    common: (componentCode: string) => send(paths.common, { componentCode }, parsers.common),

    home: () => send(paths.home, {}, parsers.home),

    homeComponents: () =>
      send(paths.homeComponents, { pageNo: 1, pageSize: HOME_COMPONENTS }, parsers.homeComponents),

    /** One page of a column's articles. Sets the column code of articles without one. */
    articles: (columnCode: string, pageNo = 1, pageSize = PAGE_SIZE) =>
      send(paths.articles, { pageNo, pageSize, columnCode }, (data, problems) => {
        const { list, total } = parsers.articles(data, problems);
        return {
          list: list.map((one) => ({ ...one, columnCode: one.columnCode ?? columnCode })),
          total,
        };
      }),

    article: (id: string) => article(id),

    /** Like `article`; undefined if the backend has no such article, which is cached like any response. */
    articleIfAny: (id: string): Promise<Article | undefined> => article(id, { allowMissing: true }),

    search: (keyword: string, pageNo: number) =>
      send(paths.search, { keyword, pageNo, pageSize: PAGE_SIZE }, parsers.articles),

    /** Data of a section. */
    read: <T>({ path, parse }: SectionCall<T>) =>
      send(path, {}, (data, problems) => parse(data, problems, parsers.fields)),

    applicationWindow: () => send(paths.declare, { componentCode: 'declare' }, parsers.applicationWindow),
  };
}
