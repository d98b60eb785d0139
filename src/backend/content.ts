import type { Language } from '../i18n/languages.ts';
import type { Cache } from './cache.ts';
import { createCalls } from './calls.ts';
import type { Client } from './client.ts';
import type { Copies } from './content-copies.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { PageDependencies } from './page-dependencies.ts';
import { createParsers } from './parsers.ts';
import type { RecordLog } from './record-log.ts';
import type { Safe } from './schemas.ts';
import { createSources } from './sources.ts';

type ContentOptions = {
  client: Client;
  cache: Cache;
  copies: Copies;
  report: RecordLog;
  /** Makes assets, links and HTML safe to show. */
  safe: (language: Language) => Safe;
  /** For all calls of one reader. */
  timeoutMs: number;
};

/** Content calls of one page in a language. */
export type Reader = ReturnType<typeof createCalls> & {
  readonly language: Language;
  readonly dependencies: PageDependencies;
  /** Applies the page's deadline to another promise. */
  readonly within: Deadline;
  /** The same reader, with the same deadline, for another language. */
  in: (other: Language) => Reader;
};

/** Content calls for background work: no deadline; waits for the refresh of a stale response. */
export type BackgroundReader = ReturnType<typeof createCalls> & { readonly dependencies: PageDependencies };

/** Typed content from the cache. The calls of a reader, which serves one page, share one deadline. */
export function createContent({ client, cache, copies, report, safe, timeoutMs }: ContentOptions) {
  const sourceOf = createSources({ client, copies, report });
  const parsers = { zh: createParsers('zh', safe('zh')), en: createParsers('en', safe('en')) };

  const callsOf = (
    language: Language,
    dependencies: PageDependencies,
    get: Cache['get'],
    within: Deadline = (response) => response,
  ) =>
    createCalls(parsers[language], (path, query, parse, options) => {
      const key = `${language} ${path} ${JSON.stringify(query)}`;
      const source = sourceOf({ key, path, query, language, parse, ...options });
      return within(dependencies.track(key, get(key, source)));
    });

  function reader(
    language: Language,
    within: Deadline = createDeadline(timeoutMs),
    dependencies = new PageDependencies(),
  ): Reader {
    const calls = callsOf(language, dependencies, cache.get, within);
    return {
      ...calls,
      language,
      dependencies,
      within,
      in: (other) => reader(other, within, dependencies),
    };
  }

  function backgroundReader(language: Language): BackgroundReader {
    const dependencies = new PageDependencies();
    return { ...callsOf(language, dependencies, cache.getRefreshed), dependencies };
  }

  return { reader, backgroundReader };
}

export type Content = ReturnType<typeof createContent>;
