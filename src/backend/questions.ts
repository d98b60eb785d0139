import type { RecordProblem } from '../content/menu-items.ts';
import { Failure, isNoArticle } from '../failures.ts';
import type { Language } from '../i18n/languages.ts';
import { type Answer, type Client, openAnswer, type Query } from './client.ts';
import type { BackendPath } from './paths.ts';
import type { RecordLog } from './record-log.ts';
import type { Loaded, Source } from './source.ts';
import type { Copies, Shelf } from './stale-copies.ts';

export type Parse<T> = (data: unknown, problems: RecordProblem[]) => T;

export type Question<T> = {
  key: string;
  path: BackendPath;
  query: Query;
  language: Language;
  parse: Parse<T>;
  /** Where its answer is kept; `answers` unless said otherwise. */
  shelf?: Shelf;
  /** Whether an answer is worth keeping on the disk; any is unless said otherwise. */
  isKept?: (value: T) => boolean;
  /** The caller can do without: the backend's word that there is none counts as an answer without a value. */
  mayLack?: boolean;
};

/** The backend's word that there is none, as an answer that can be kept. */
const NONE = Buffer.from(JSON.stringify({ code: new Failure('noArticle').status, data: null }));

type Options = { client: Pick<Client, 'get'>; staleCopies: Copies; report: RecordLog };

/** How a question is answered: by the backend, or by the stale copy on the disk, read by the same schemas. */
export function createQuestions({ client, staleCopies, report }: Options) {
  return function sourceOf<T>(question: Question<T>): Source<T> {
    const { key, path, query, language, shelf = 'answers', isKept = () => true, mayLack } = question;

    function read({ data, body, version }: Answer): Loaded<T> {
      const problems: RecordProblem[] = [];
      const value = question.parse(data, problems);
      report(path, data, problems);
      return { value, bytes: body.length, version };
    }

    /** What an error means to callers with `mayLack`; to all others it is the error itself. */
    function absence(error: unknown): Loaded<T> {
      if (!mayLack || !isNoArticle(error)) throw error;
      return { value: undefined as T, bytes: NONE.length, version: 'none', absence: error };
    }

    function readKept(body: Buffer): Loaded<T> {
      try {
        return read(openAnswer(body, path));
      } catch (error) {
        return absence(error);
      }
    }

    /** A copy says when it was asked for: it may be older than a change that was told before the answer came. */
    const keep = (body: Buffer, askedAt: number) => staleCopies.put(shelf, key, { body, storedAt: askedAt });

    return {
      path,
      mayLack,

      async load() {
        const askedAt = Date.now();
        try {
          const answer = await client.get(path, query, language);
          const loaded = read(answer);
          if (isKept(loaded.value)) keep(answer.body, askedAt);
          return loaded;
        } catch (error) {
          const loaded = absence(error);
          keep(NONE, askedAt);
          return loaded;
        }
      },

      async restore() {
        const copy = await staleCopies.get(shelf, key);
        return copy && { ...readKept(copy.body), storedAt: copy.storedAt };
      },

      forget: () => staleCopies.remove(shelf, key),
    };
  };
}
