import type { Reader } from '../../backend/content.ts';
import { type BackendPath, paths } from '../../backend/paths.ts';
import type { Menu } from '../../content/menu.ts';

/** Identifiers from earlier answers that later requests need. */
export type Known = { menu?: Menu; articles: { id: string; title: string }[] };

/** Columns whose common data and lists are read, and articles: the first ones say how an editor works. */
const MAX_COLUMNS = 20;
const MAX_ARTICLES = 5;

type Ask = (reader: Reader) => Promise<unknown>;

const columnsOf = ({ menu }: Known): string[] =>
  [...(menu?.byKey.values() ?? [])]
    .filter(({ kind }) => kind === 'common')
    .slice(0, MAX_COLUMNS)
    .map(({ code }) => code);

/** The questions for each path of the contract, ordered by their needs. */
export const probes: Record<BackendPath, (known: Known) => Ask[]> = {
  [paths.columns]: (known) => [
    async (reader) => {
      known.menu = await reader.menu();
    },
  ],
  [paths.group]: () => [(reader) => reader.group()],
  [paths.common]: (known) => ['intro', ...columnsOf(known)].map((code) => (reader) => reader.common(code)),
  [paths.home]: () => [(reader) => reader.home()],
  [paths.homeComponents]: () => [(reader) => reader.homeComponents()],
  [paths.honours]: () => [(reader) => reader.honours()],
  [paths.events]: () => [(reader) => reader.events()],
  [paths.articles]: (known) =>
    columnsOf(known).map((code) => async (reader) => {
      const { list } = await reader.articles(code);
      known.articles.push(...list);
    }),
  [paths.article]: ({ articles }) =>
    articles.slice(0, MAX_ARTICLES).map((article) => (reader) => reader.article(article.id)),
  [paths.search]: ({ articles }) => [(reader) => reader.search(articles[0]?.title ?? 'a', 1)],
  [paths.products]: () => [(reader) => reader.products()],
  [paths.reports]: () => [(reader) => reader.reports()],
  [paths.directions]: () => [(reader) => reader.directions()],
  [paths.component]: () => [(reader) => reader.applicationWindow()],
};
