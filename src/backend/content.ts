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
import type { Copies } from './last-good.ts';
import { bySort, newestFirst, showable } from './order.ts';
import { type BackendPath, paths } from './paths.ts';
import type { Reader } from './reader.ts';
import { checkRecord, readListing, readObject, readOptionalRecords, readRecords } from './records.ts';
import { type Article, createShapes, type Safe } from './shapes.ts';
import { createUses, type Uses } from './uses.ts';

/** Blocks of the home page asked at once: more than any editor places. */
const HOME_COMPONENTS = 100;

/** Articles a call when all of a column are read, for the sitemap. */
export const WHOLE_COLUMN = 100;

type ContentOptions = {
  client: Pick<Client, 'get'>;
  cache: Cache;
  lastGood: Copies;
  report: FaultLog;
  /** How an asset, a link and an editor's HTML become safe, a language. */
  safe: (language: Language) => Safe;
  /** For all the calls of one reader, in milliseconds. */
  timeoutMs: number;
};

/** Typed content by way of the cache. A reader serves one page: its calls share one deadline. */
export function createContent({ client, cache, lastGood, report, safe, timeoutMs }: ContentOptions) {
  const sourceOf = createAnswerSource({ client, lastGood, report });
  const shapesOf = { zh: createShapes(safe('zh')), en: createShapes(safe('en')) };

  function reader(
    language: Language,
    deadline: Deadline = createDeadline(timeoutMs),
    uses: Uses = createUses(),
  ): Reader {
    const shapes = shapesOf[language];

    function ask<T>(
      path: BackendPath,
      query: Query,
      parse: Parse<T>,
      more: Partial<Question<T>> = {},
    ): Promise<T> {
      const key = `${language} ${path} ${JSON.stringify(query)}`;
      const source = sourceOf({ key, path, query, language, parse, ...more });
      return deadline(uses.noted(key, cache.get(key, source)));
    }

    const article = (id: string, more?: Partial<Question<Article>>) =>
      ask(
        paths.article,
        { id },
        (data, faults) => ({
          ...readObject(shapes.article, data),
          attachments: readOptionalRecords(
            shapes.attachment,
            (data as { attachments?: unknown }).attachments,
            faults,
          ),
        }),
        // Under a made-up id a backend may give whatever it likes: there is no end of those.
        { isKept: (found) => found.id === id, ...more },
      );

    return {
      language,
      uses,
      within: deadline,

      /** The same reader, with the same deadline, for another language. */
      in: (other) => reader(other, deadline, uses),

      menu: () =>
        ask(paths.columns, {}, (data, faults) => {
          if (!Array.isArray(data)) throw new Failure('noData', { detail: 'the menu is no list' });
          const flat = flattenMenu(data, (raw) => checkRecord(shapes.menuItem, raw));
          const built = buildMenu(flat.records, language);
          faults.push(...flat.faults, ...built.faults);
          return built.menu;
        }),

      group: () => ask(paths.group, { code: 'group' }, (data) => readObject(shapes.group, data)),

      common: (componentCode: string) =>
        ask(paths.common, { componentCode }, (data, faults) => readRecords(shapes.common, data, faults)),

      home: () =>
        ask(paths.home, {}, (data, faults) => {
          const raw = data as { banners?: unknown; figures?: unknown };
          return {
            ...readObject(shapes.home, data),
            banners: readOptionalRecords(shapes.banner, raw.banners, faults),
            figures: readOptionalRecords(shapes.figure, raw.figures, faults),
          };
        }),

      homeComponents: () =>
        ask(paths.homeComponents, { pageNo: 1, pageSize: HOME_COMPONENTS }, (data, faults) =>
          bySort(
            readListing(data, (list) => showable(readRecords(shapes.homeComponent, list, faults), faults))
              .list,
          ),
        ),

      honours: () =>
        ask(paths.honours, {}, (data, faults) =>
          newestFirst(readRecords(shapes.honour, data, faults), (honour) => honour.awardTime?.slice(0, 4)),
        ),

      events: () =>
        ask(paths.events, {}, (data, faults) =>
          newestFirst(readRecords(shapes.event, data, faults), (event) => event.eventTime),
        ),

      articles: (columnCode: string, pageNo = 1, pageSize = PAGE_SIZE) =>
        ask(paths.articles, { pageNo, pageSize, columnCode }, (data, faults) =>
          readListing(data, (list) => readRecords(shapes.articleSummary, list, faults)),
        ),

      article: (id: string) => article(id),

      articleIfAny: (id: string): Promise<Article | undefined> => article(id, { mayLack: true }),

      search: (keyword: string, pageNo: number) =>
        ask(
          paths.search,
          { keyword, pageNo, pageSize: PAGE_SIZE },
          (data, faults) => readListing(data, (list) => readRecords(shapes.articleSummary, list, faults)),
          { shelf: 'searches' },
        ),

      products: () =>
        ask(paths.products, {}, (data, faults) => ({
          ...readObject(shapes.productMatrix, data),
          list: readRecords(shapes.product, (data as { list?: unknown }).list, faults),
        })),

      reports: () =>
        ask(paths.reports, {}, (data, faults) => {
          const reports = readRecords(shapes.report, data, faults);
          return newestFirst(reports, (report) => report.year?.toString() ?? report.publishTime?.slice(0, 4));
        }),

      directions: () =>
        ask(paths.directions, {}, (data, faults) => readRecords(shapes.direction, data, faults)),

      applicationWindow: () =>
        ask(paths.component, { componentCode: 'declare' }, (data) =>
          readObject(shapes.applicationWindow, data),
        ),
    };
  }

  return { reader };
}

export type Content = ReturnType<typeof createContent>;
