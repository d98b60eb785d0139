import { type BackendPath, paths } from '../../backend/paths.ts';
import type { Reader } from '../../backend/reader.ts';
import type { Menu } from '../../content/menu.ts';

/** Identifiers from earlier answers that later requests need. */
export type Known = { menu?: Menu; articles: { id: string; title: string }[] };

/** Columns whose common data and lists are read, and articles: the first ones say how an editor works. */
const MAX_COLUMNS = 20;
const MAX_ARTICLES = 5;

type Ask = (reader: Reader) => Promise<unknown>;
type Probe = { path: BackendPath; asks: (known: Known) => Ask[] };

const columnsOf = ({ menu }: Known) =>
  [...(menu?.byKey.values() ?? [])].filter(({ kind }) => kind === 'common').slice(0, MAX_COLUMNS);

/** The probe of each path of the contract, ordered by their needs. */
export const probes: Probe[] = [
  {
    path: paths.columns,
    asks: (known) => [
      async (reader) => {
        known.menu = await reader.menu();
      },
    ],
  },
  { path: paths.group, asks: () => [(reader) => reader.group()] },
  {
    path: paths.common,
    asks: (known) =>
      ['intro', ...columnsOf(known).map(({ code }) => code)].map((code) => (reader) => reader.common(code)),
  },
  { path: paths.home, asks: () => [(reader) => reader.home()] },
  { path: paths.homeComponents, asks: () => [(reader) => reader.homeComponents()] },
  { path: paths.honours, asks: () => [(reader) => reader.honours()] },
  { path: paths.events, asks: () => [(reader) => reader.events()] },
  {
    path: paths.articles,
    asks: (known) =>
      columnsOf(known).map(({ code }) => async (reader) => {
        const { list } = await reader.articles(code);
        known.articles.push(...list);
      }),
  },
  {
    path: paths.article,
    asks: ({ articles }) =>
      articles.slice(0, MAX_ARTICLES).map(
        ({ id }) =>
          (reader) =>
            reader.article(id),
      ),
  },
  {
    path: paths.search,
    asks: ({ articles }) => [(reader) => reader.search(articles[0]?.title ?? 'a', 1)],
  },
  { path: paths.products, asks: () => [(reader) => reader.products()] },
  { path: paths.reports, asks: () => [(reader) => reader.reports()] },
  { path: paths.directions, asks: () => [(reader) => reader.directions()] },
  { path: paths.component, asks: () => [(reader) => reader.applicationWindow()] },
];
