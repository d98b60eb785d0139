import type { Link } from '../../views/components/links.tsx';
import type { Page, PageGroup } from '../../views/document.model.ts';
import type { Reader } from '../backend/content.ts';
import type { ArticleSummary } from '../backend/schemas.ts';
import { withQuery } from '../content/addresses.ts';
import { articlePath, nodeHref } from '../content/links.ts';
import { type Menu, type MenuNode, nodeByCode } from '../content/menu/menu.ts';
import { otherLanguage, searchPath } from '../i18n/languages.ts';
import { Failure } from '../lib/failures.ts';
import { dayModel } from '../sections/section.ts';
import { allArticles } from './all-articles.ts';
import { buildPage } from './head.ts';
import { layoutOf, trail } from './layout.ts';
import type { SiteContext } from './page-context.ts';
import { pageNumber, paginationOf } from './section-content.ts';

/** Limited by the byte budget of a page. */
const LINKS_PER_PAGE = 100;

type Entry = PageGroup['links'][number] & { heading: string };

/** Links to all pages of a language in menu order, each column followed by its articles. */
export async function allLinks(reader: Reader, menu: Menu, other: string): Promise<Entry[]> {
  const articles = Map.groupBy(await allArticles(reader, menu), ({ columnCode }) =>
    nodeByCode(menu, columnCode),
  );
  const linkOf = (article: ArticleSummary) => ({
    href: articlePath(menu, article),
    text: article.title,
    day: dayModel(article.publishTime, menu.language),
  });
  const below = (node: MenuNode): PageGroup['links'] => [
    { href: nodeHref(node, menu.language), text: node.name },
    ...(articles.get(node) ?? []).map(linkOf),
    ...node.children.flatMap(below),
  ];
  return [
    ...[...menu.header, ...menu.footer].flatMap((root) =>
      below(root).map((link) => ({ ...link, heading: root.name })),
    ),
    ...(articles.get(undefined) ?? []).map((article) => ({ ...linkOf(article), heading: other })),
  ];
}

/** One page of the list of all pages. */
export function allPagesPage(context: SiteContext, links: readonly Entry[], pageParameters: string[]): Page {
  const { reader, texts, t, siteData } = context;
  const page = pageNumber(pageParameters);
  const pages = Math.max(1, Math.ceil(links.length / LINKS_PER_PAGE));
  if (page > pages) throw new Failure('notFound', { detail: `page ${page} of ${pages}` });
  const path = searchPath(reader.language);
  const own: Link = { href: path, text: texts.allPages };
  return buildPage(context, {
    title: page === 1 ? own.text : t('titleOnPage', { title: own.text, page }),
    path: withQuery(path, { page: page > 1 ? page : undefined }),
    alternate: { href: searchPath(otherLanguage(reader.language)), exists: page === 1 },
    indexed: false,
    layout: layoutOf(siteData, texts),
    breadcrumbs: [...trail(context), own],
    body: {
      kind: 'all-pages',
      title: own.text,
      groups: groupsOf(links.slice((page - 1) * LINKS_PER_PAGE, page * LINKS_PER_PAGE)),
      pagination: paginationOf({ page, pages }, context, path),
    },
  });
}

const groupsOf = (links: readonly Entry[]): PageGroup[] =>
  [...Map.groupBy(links, ({ heading }) => heading)].map(([heading, list]) => ({ heading, links: list }));
