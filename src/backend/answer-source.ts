import type { Fault } from '../content/menu-items.ts';
import { Failure, isNoArticle } from '../failures.ts';
import type { Language } from '../i18n/languages.ts';
import { type Answer, type Client, openAnswer, type Query } from './client.ts';
import type { FaultLog } from './fault-log.ts';
import type { Copies, Shelf } from './last-good.ts';
import type { BackendPath } from './paths.ts';
import type { Loaded, Served, Source } from './source.ts';

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
  /** Whoever asks can do without: the backend's word that there is none is an answer too, whose value is nothing. */
  mayLack?: boolean;
};

type Options = { client: Pick<Client, 'get'>; lastGood: Copies; report: FaultLog };

/** Where answers come from: the backend, or the copy on disk of what it said last, read by the same shapes. */
export function createAnswerSource({ client, lastGood, report }: Options) {
  return function sourceOf<T>(question: Question<T>): Source<T> {
    const { key, path, query, language, shelf = 'answers', isKept = () => true, mayLack = false } = question;

    function read({ data, body, version }: Answer): Loaded<T> {
      const faults: Fault[] = [];
      const value = question.parse(data, faults);
      report(path, data, faults);
      return { value, bytes: body.length, version };
    }

    const keep = (body: Buffer) => lastGood.put(shelf, key, { body, storedAt: Date.now() });

    return {
      path,

      async load() {
        const answer = await client.get(path, query, language);
        const loaded = read(answer);
        if (isKept(loaded.value)) keep(answer.body);
        return loaded;
      },

      async restore(): Promise<Served<T> | undefined> {
        const copy = await lastGood.get(shelf, key);
        return copy && { ...readKept(copy.body), storedAt: copy.storedAt };
      },

      forget: () => lastGood.remove(shelf, key),

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

/** Takes the place of an answer for those who ask with `mayLack`; all others are told the word itself. */
const absence = <T>(word: unknown): Loaded<T> => ({
  value: undefined as T,
  bytes: NONE.length,
  version: 'none',
  absence: word,
});
