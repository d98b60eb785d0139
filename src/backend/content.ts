import { buildMenu } from '../content/menu.ts';
import { flattenMenu } from '../content/menu-items.ts';
import { PAGE_SIZE } from '../content/paging.ts';
import { Failure } from '../failures.ts';
import type { Language } from '../i18n/languages.ts';
import { createAnswerSource, type Parse, type Question } from './answer-source.ts';
import type { Cache } from './cache.ts';
import type { Client, Query } from './client.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import type { FaultLog } from './fault-log.ts';
import { bySort, newestFirst, showable } from './order.ts';
import { createPageDependencies, type PageDependencies } from './page-dependencies.ts';
import { type BackendPath, paths } from './paths.ts';
import type { Reader } from './reader.ts';
import { checkRecord, readListing, readObject, readOptionalRecords, readRecords } from './records.ts';
import { type Article, createSchemas, type Safe } from './schemas.ts';
import type { Copies } from './stale-copies.ts';

/** Blocks of the home page asked at once: more than any editor places. */
const HOME_COMPONENTS = 100;

/** Articles a call when all of a column are read, for the sitemap. */
export const WHOLE_COLUMN = 100;

type ContentOptions = {
  client: Pick<Client, 'get'>;
  cache: Cache;
  staleCopies: Copies;
  report: FaultLog;
  /** How an asset, a link and an editor's HTML become safe, a language. */
  safe: (language: Language) => Safe;
  /** For all the calls of one reader, in milliseconds. */
  timeoutMs: number;
};

/** Typed content by way of the cache. A reader serves one page: its calls share one deadline. */
export function createContent({ client, cache, staleCopies, report, safe, timeoutMs }: ContentOptions) {
  const sourceOf = createAnswerSource({ client, staleCopies, report });
  const schemasOf = { zh: createSchemas(safe('zh')), en: createSchemas(safe('en')) };

  function reader(
    language: Language,
    deadline: Deadline = createDeadline(timeoutMs),
    dependencies: PageDependencies = createPageDependencies(),
  ): Reader {
    const schemas = schemasOf[language];

    function ask<T>(
      path: BackendPath,
      query: Query,
      parse: Parse<T>,
      more: Partial<Question<T>> = {},
    ): Promise<T> {
      const key = `${language} ${path} ${JSON.stringify(query)}`;
      const source = sourceOf({ key, path, query, language, parse, ...more });
      return deadline(dependencies.track(key, cache.get(key, source)));
    }

    const article = (id: string, more?: Partial<Question<Article>>) =>
      ask(
        paths.article,
        { id },
        (data, faults) => ({
          ...readObject(schemas.article, data),
          attachments: readOptionalRecords(
            schemas.attachment,
            (data as { attachments?: unknown }).attachments,
            faults,
          ),
        }),
        // Visitors make ids up, and a backend may answer any of them.
        { isKept: (found) => found.id === id, ...more },
      );

    return {
      language,
      dependencies,
      within: deadline,

      /** The same reader, with the same deadline, for another language. */
      in: (other) => reader(other, deadline, dependencies),

      menu: () =>
        ask(paths.columns, {}, (data, faults) => {
          if (!Array.isArray(data)) throw new Failure('noData', { detail: 'the menu is no list' });
          const flat = flattenMenu(data, (raw) => checkRecord(schemas.menuItem, raw));
          const built = buildMenu(flat.records, language);
          faults.push(...flat.faults, ...built.faults);
          return built.menu;
        }),

      group: () => ask(paths.group, { code: 'group' }, (data) => readObject(schemas.group, data)),

      common: (componentCode: string) =>
        ask(paths.common, { componentCode }, (data, faults) => readRecords(schemas.common, data, faults)),

      home: () =>
        ask(paths.home, {}, (data, faults) => {
          const raw = data as { banners?: unknown; figures?: unknown };
          return {
            ...readObject(schemas.home, data),
            banners: readOptionalRecords(schemas.banner, raw.banners, faults),
            figures: readOptionalRecords(schemas.figure, raw.figures, faults),
          };
        }),

      homeComponents: () =>
        ask(paths.homeComponents, { pageNo: 1, pageSize: HOME_COMPONENTS }, (data, faults) =>
          bySort(
            readListing(data, (list) => showable(readRecords(schemas.homeComponent, list, faults), faults))
              .list,
          ),
        ),

      honours: () =>
        ask(paths.honours, {}, (data, faults) =>
          newestFirst(readRecords(schemas.honour, data, faults), (honour) => honour.awardTime?.slice(0, 4)),
        ),

      events: () =>
        ask(paths.events, {}, (data, faults) =>
          newestFirst(readRecords(schemas.event, data, faults), (event) => event.eventTime),
        ),

      articles: (columnCode: string, pageNo = 1, pageSize = PAGE_SIZE) =>
        ask(paths.articles, { pageNo, pageSize, columnCode }, (data, faults) =>
          readListing(data, (list) => readRecords(schemas.articleSummary, list, faults)),
        ),

      article: (id: string) => article(id),

      articleIfAny: (id: string): Promise<Article | undefined> => article(id, { mayLack: true }),

      search: (keyword: string, pageNo: number) =>
        ask(
          paths.search,
          { keyword, pageNo, pageSize: PAGE_SIZE },
          (data, faults) => readListing(data, (list) => readRecords(schemas.articleSummary, list, faults)),
          { shelf: 'searches' },
        ),

      products: () =>
        ask(paths.products, {}, (data, faults) => ({
          ...readObject(schemas.productMatrix, data),
          list: readRecords(schemas.product, (data as { list?: unknown }).list, faults),
        })),

      reports: () =>
        ask(paths.reports, {}, (data, faults) => {
          const reports = readRecords(schemas.report, data, faults);
          return newestFirst(reports, (report) => report.year?.toString() ?? report.publishTime?.slice(0, 4));
        }),

      directions: () =>
        ask(paths.directions, {}, (data, faults) => readRecords(schemas.direction, data, faults)),

      applicationWindow: () =>
        ask(paths.component, { componentCode: 'declare' }, (data) =>
          readObject(schemas.applicationWindow, data),
        ),
    };
  }

  return { reader };
}

export type Content = ReturnType<typeof createContent>;
