import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Language } from '../../i18n/languages.ts';
import { runInTurns } from '../../lib/async.ts';
import { isNoArticle, isNoData, SiteError } from '../../lib/failures.ts';
import type { RecordProblem } from '../menu/menu.ts';
import type { RichText } from '../text/rich-text.ts';
import type { Loaded, Served, Source } from './cache.ts';
import { type BackendPath, type BackendResponse, type Client, parseResponse, type Query } from './client.ts';
import type { Copies } from './content-copies.ts';
import type { Parsing } from './parsers.ts';

const MAX_REMEMBERED_LINES = 10_000;
const MAX_LOGGED_PROBLEMS = 100;

const severityRank = ({ limit, isLeftOut }: RecordProblem): number => (limit ? 0 : isLeftOut ? 1 : 2);

/** Sorts exceeded limits first, then records that are left out: reports are shortened. */
export const compareSeverity = (one: RecordProblem, other: RecordProblem): number =>
  severityRank(one) - severityRank(other);

/** Matches the query of a URL in a text. It may contain a signature. */
const URL_QUERY = /(?<=\/[^\s?]*)\?\S*/gu;

/** Creates a log of record problems: one line each until the version of the response changes. `onLimit`: a limit is exceeded. */
export function createRecordLog(
  log: Logger,
  onLimit: (path: string, limit: NonNullable<RecordProblem['limit']>) => void = () => undefined,
) {
  const logged = new LRUCache<string, true>({ max: MAX_REMEMBERED_LINES });

  return function report(
    path: string,
    _data: unknown,
    problems: readonly RecordProblem[],
    version: string,
  ): void {
    for (const { record, problem: description, limit } of problems.slice(0, MAX_LOGGED_PROBLEMS)) {
      const problem = description.replace(URL_QUERY, '');
      const line = `${path} ${record} ${problem} ${version}`;
      if (logged.has(line)) continue;
      logged.set(line, true);
      log.warn({ path, record, problem }, 'backend record');
      if (limit) onLimit(path, limit);
    }
  };
}

type RecordLog = ReturnType<typeof createRecordLog>;

export type Parse<T> = (data: unknown, problems: RecordProblem[]) => Parsing<T>;

export type ContentRequest<T> = {
  key: string;
  path: BackendPath;
  query: Query;
  language: Language;
  parse: Parse<T>;
  /** Converts the value to JSON if it has references. The version is a hash of the result. */
  toJson?: (value: T) => unknown;
  /** Returns whether to store the response on disk. */
  isStorable?: (value: T) => boolean;
  /** Treats the backend's 404 as a response without a value. */
  allowMissing?: boolean;
};

/** Hashes what pages show of parsed content. It contains neither signatures of URLs nor fields that the site does not use. */
function createVersion(content: unknown): string {
  const json = JSON.stringify(content, (_key, part: unknown) => {
    const { html, text } = (part ?? {}) as Partial<RichText>;
    return Array.isArray(html) ? { html, text } : part;
  });
  return createHash('sha1').update(json).digest('base64url');
}

/** Stored response for an article's 404. */
const NOT_FOUND_BODY = Buffer.from(JSON.stringify({ code: new SiteError('noArticle').status, data: null }));

export type SourceParts = {
  client: Client;
  copies: Copies;
  report: RecordLog;
  /** Called with the data of a response, and with what was parsed from it. */
  onParsed?: (key: string, response: unknown) => void;
};

/** Creates sources for the cache: the backend and the copy on disk, both parsed with the same schemas. */
export function createSources({ client, copies, report, onParsed }: SourceParts) {
  return function createSource<T>(request: ContentRequest<T>): Source<T> {
    const { key, path, query, language, allowMissing } = request;

    /** Parses data. An error for invalid data names the path. */
    function* parseWithPath(data: unknown, problems: RecordProblem[]): Parsing<T> {
      try {
        return yield* request.parse(data, problems);
      } catch (error) {
        if (!(error instanceof SiteError) || !isNoData(error)) throw error;
        throw new SiteError('noData', { detail: `${path}: ${error.detail}` });
      }
    }

    /** Parses a response and reports its problems, the most severe first. */
    function* parseAndReport({ data, body }: BackendResponse): Parsing<Loaded<T>> {
      const problems: RecordProblem[] = [];
      const value = yield* parseWithPath(data, problems);
      const json = request.toJson?.(value) ?? value;
      onParsed?.(key, [data, json]);
      const version = createVersion(json);
      problems.sort(compareSeverity);
      report(path, data, problems, version);
      return { value, bytes: body.length, version };
    }

    function toAbsence(error: unknown): Loaded<T> {
      if (!isNoArticle(error)) throw error;
      return { value: undefined as T, bytes: NOT_FOUND_BODY.length, version: 'none', absence: error };
    }

    return {
      path,
      allowMissing,

      async load(requestedAt) {
        try {
          const response = await client.get(path, query, language);
          const loaded = await runInTurns(parseAndReport(response));
          if (request.isStorable?.(loaded.value) ?? true)
            copies.put(key, { body: response.body, requestedAt });
          return loaded;
        } catch (error) {
          const loaded = toAbsence(error);
          // Stores only the 404s of ids that the site itself requests, because a visitor can request any id.
          if (allowMissing) copies.put(key, { body: NOT_FOUND_BODY, requestedAt });
          else copies.remove(key);
          return loaded;
        }
      },

      async restore(): Promise<Served<T> | undefined> {
        const copy = copies.get(key);
        if (!copy) return undefined;
        const { body, requestedAt: storedAt } = copy;
        try {
          return { ...(await runInTurns(parseAndReport(parseResponse(body, path)))), storedAt };
        } catch (error) {
          // A copy that cannot be parsed was written by a version with other schemas.
          return isNoArticle(error) ? { ...toAbsence(error), storedAt } : undefined;
        }
      },
    };
  };
}
