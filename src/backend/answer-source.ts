import type { Fault } from '../content/menu-items.ts';
import { Failure, isNoArticle } from '../failures.ts';
import type { Language } from '../i18n/languages.ts';
import { type Answer, type Client, openAnswer, type Query } from './client.ts';
import type { FaultLog } from './fault-log.ts';
import type { BackendPath } from './paths.ts';
import type { Loaded, Served, Source } from './source.ts';
import type { Copies, Shelf } from './stale-copies.ts';

export type Parse<T> = (data: unknown, faults: Fault[]) => T;

/** A question to the backend. */
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

type Options = { client: Pick<Client, 'get'>; staleCopies: Copies; report: FaultLog };

/** Answers from the backend, or from the stale copies on the disk, read by the same schemas. */
export function createAnswerSource({ client, staleCopies, report }: Options) {
  return function sourceOf<T>(question: Question<T>): Source<T> {
    const { key, path, query, language, shelf = 'answers', isKept = () => true, mayLack = false } = question;

    function read({ data, body, version }: Answer): Loaded<T> {
      const faults: Fault[] = [];
      const value = question.parse(data, faults);
      report(path, data, faults);
      return { value, bytes: body.length, version };
    }

    const keep = (body: Buffer) => staleCopies.put(shelf, key, { body, storedAt: Date.now() });

    return {
      path,

      async load() {
        const answer = await client.get(path, query, language);
        const loaded = read(answer);
        if (isKept(loaded.value)) keep(answer.body);
        return loaded;
      },

      async restore(): Promise<Served<T> | undefined> {
        const copy = await staleCopies.get(shelf, key);
        return copy && { ...readKept(copy.body), storedAt: copy.storedAt };
      },

      forget: () => staleCopies.remove(shelf, key),

      ...(mayLack && {
        absent(word: unknown) {
          if (!isNoArticle(word)) return undefined;
          keep(NONE);
          return absence<T>(word);
        },
      }),
    };

    function readKept(body: Buffer): Loaded<T> {
      try {
        return read(openAnswer(body, path));
      } catch (error) {
        if (isNoArticle(error)) return absence<T>(error);
        throw error;
      }
    }
  };
}

/** The backend's word that there is none, as an answer that can be kept. */
const NONE = Buffer.from(JSON.stringify({ code: new Failure('noArticle').status, data: null }));

/** The answer for callers with `mayLack`; all others get the failure itself. */
const absence = <T>(word: unknown): Loaded<T> => ({
  value: undefined as T,
  bytes: NONE.length,
  version: 'none',
  absence: word,
});
