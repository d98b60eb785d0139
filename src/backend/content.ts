import type { Language } from '../i18n/languages.ts';
import type { Cache } from './cache.ts';
import { createCalls } from './calls.ts';
import type { Client } from './client.ts';
import type { Copies } from './content-copies.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { PageDependencies } from './page-dependencies.ts';
import { createQuestions } from './questions.ts';
import type { RecordLog } from './record-log.ts';
import { createFields, createSchemas, type Safe } from './schemas.ts';

type ContentOptions = {
  client: Pick<Client, 'get'>;
  cache: Cache;
  copies: Copies;
  report: RecordLog;
  /** How an asset, a link and an editor's HTML become safe, a language. */
  safe: (language: Language) => Safe;
  /** For all the calls of one reader, in milliseconds. */
  timeoutMs: number;
};

/** What one page reads of the content, in a language. */
export type Reader = ReturnType<typeof createCalls> & {
  readonly language: Language;
  readonly dependencies: PageDependencies;
  /** What else the page waits for, by its deadline. */
  readonly within: Deadline;
  /** The same reader, with the same deadline, for another language. */
  in: (other: Language) => Reader;
};

/** Reads content in the background: without a deadline, and a stale response is refreshed first. */
export type BackgroundReader = ReturnType<typeof createCalls> & { readonly dependencies: PageDependencies };

/** Typed content by way of the cache. A reader serves one page: its calls share one deadline. */
export function createContent({ client, cache, copies, report, safe, timeoutMs }: ContentOptions) {
  const sourceOf = createQuestions({ client, copies, report });
  const contractOf = (language: Language) => {
    const fields = createFields(safe(language));
    return { language, fields, schemas: createSchemas(fields) };
  };
  const contracts = { zh: contractOf('zh'), en: contractOf('en') };

  /** The calls of a language; `get` is how the cache is asked, `within` how long its answer is waited for. */
  const callsOf = (
    language: Language,
    dependencies: PageDependencies,
    get: Cache['get'],
    within: Deadline = (asked) => asked,
  ) =>
    createCalls(contracts[language], (path, query, parse, more) => {
      const key = `${language} ${path} ${JSON.stringify(query)}`;
      const source = sourceOf({ key, path, query, language, parse, ...more });
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
