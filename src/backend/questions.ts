import type { RecordProblem } from '../content/menu/menu-items.ts';
import type { Language } from '../i18n/languages.ts';
import { Failure, isNoArticle } from '../lib/failures.ts';
import type { Loaded, Served, Source } from './cache.ts';
import { type Answer, type Client, openAnswer, type Query } from './client.ts';
import type { Copies } from './content-copies.ts';
import { type BackendPath, paths } from './paths.ts';
import type { RecordLog } from './record-log.ts';

export type Parse<T> = (data: unknown, problems: RecordProblem[]) => T;

export type Question<T> = {
  key: string;
  path: BackendPath;
  query: Query;
  language: Language;
  parse: Parse<T>;
  /** Whether a response is worth a copy on disk. */
  isKept?: (value: T) => boolean;
  /** The caller can do without: the backend's 404 counts as a response without a value. */
  mayLack?: boolean;
};

/** The backend's 404 of an article, as a response that can be stored. */
const NONE = Buffer.from(JSON.stringify({ code: new Failure('noArticle').status, data: null }));

type Options = { client: Pick<Client, 'get'>; copies: Copies; report: RecordLog };

/** Sources of the cache: the backend, or the copy on disk, read by the same schemas. */
export function createQuestions({ client, copies, report }: Options) {
  return function sourceOf<T>(question: Question<T>): Source<T> {
    const { key, path, query, language, isKept = () => true, mayLack } = question;

    function read({ data, body, version }: Answer): Loaded<T> {
      const problems: RecordProblem[] = [];
      const value = question.parse(data, problems);
      report(path, data, problems);
      return { value, bytes: body.length, version };
    }

    function absence(error: unknown): Loaded<T> {
      if (!isNoArticle(error)) throw error;
      return { value: undefined as T, bytes: NONE.length, version: 'none', absence: error };
    }

    function readCopy(body: Uint8Array): Loaded<T> {
      try {
        return read(openAnswer(body, path));
      } catch (error) {
        return absence(error);
      }
    }

    const keep = (body: Uint8Array, askedAt: number) =>
      copies.put(key, { body, askedAt }, path === paths.search ? 'searches' : 'content');

    return {
      path,
      mayLack,

      async load(askedAt) {
        try {
          const answer = await client.get(path, query, language);
          const loaded = read(answer);
          if (isKept(loaded.value)) keep(answer.body, askedAt);
          return loaded;
        } catch (error) {
          const loaded = absence(error);
          // Only ids that the site itself asks for: visitors make up others.
          if (mayLack) keep(NONE, askedAt);
          else copies.remove(key);
          return loaded;
        }
      },

      restore(after): Served<T> | undefined {
        const copy = copies.get(key, after);
        try {
          return copy && { ...readCopy(copy.body), storedAt: copy.askedAt };
        } catch {
          // Written by a version with other schemas.
          return undefined;
        }
      },

      forget: () => copies.remove(key),
    };
  };
}
