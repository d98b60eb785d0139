import type { Link } from '../../views/components/links.tsx';
import type { Page } from '../../views/document.model.ts';
import type { CardsContent, Section, SectionContent } from '../../views/sections/section.model.ts';
import { nodeHref } from '../content/links.ts';
import type { MenuNode } from '../content/menu.ts';
import { readPage } from '../content/paging.ts';
import { withQuery } from '../content/query.ts';
import { encodePart, normaliseCode } from '../content/slug.ts';
import { Failure } from '../failures.ts';
import type { Language } from '../i18n/languages.ts';
import { pageAlternate, switchHref } from './alternate.ts';
import { breadcrumbList, headOf } from './head.ts';
import { layoutOf, trail } from './layout.ts';
import type { PageContext } from './page-context.ts';
import { articlesContent, commonContent, contentOf, loaders } from './section-content.ts';
import type { SiteData } from './site-data.ts';

/** The parameters a page listens to, as often as they were given. `go` chooses the list that `page` turns. */
export type PageQuery = { page: string[]; go?: string };

type Slot = { node: MenuNode; section: Section };

/** The page of a menu item: its own content (`own`, where the caller has it already), then its children in menu order. */
export async function menuPage(
  context: PageContext,
  siteData: SiteData,
  node: MenuNode,
  query: PageQuery,
  own?: SectionContent,
): Promise<Page> {
  const { reader, texts } = context;
  const [{ slots, turned }, alternate] = await Promise.all([
    loadTurned(context, siteData, node, query, own),
    pageAlternate(context, node),
  ]);
  const layout = layoutOf(siteData, texts, node);
  const breadcrumbs = trail(siteData.menu, node, texts);
  // Later pages of a list have no alternate that is known to exist: the other language may have fewer articles.
  return {
    language: reader.language,
    head: headOf(context, layout, {
      title: turned ? `${node.name} (${context.t('pageNumber', turned)})` : node.name,
      description: node.description,
      path: withQuery(node.path, { ...turned }),
      alternate: turned ? { ...alternate, exists: false } : alternate,
      image: node.picUrl,
      jsonLd: [breadcrumbList(context.siteUrl, breadcrumbs)],
    }),
    layout,
    breadcrumbs,
    switchHref: switchHref(alternate, reader.language),
    body: {
      kind: 'page',
      title: node.name,
      lead: node.description,
      picUrl: node.picUrl,
      contents: contentsOf(slots),
      sections: slots.map((slot) => slot.section),
      ...siblings(siteData, node),
    },
  };
}

async function loadTurned(
  context: PageContext,
  siteData: SiteData,
  node: MenuNode,
  query: PageQuery,
  given?: SectionContent,
) {
  const slots = await loadSections(context, siteData, node, given);
  return { slots, turned: await turnPage(context, siteData, node, slots, query) };
}

async function loadSections(
  context: PageContext,
  siteData: SiteData,
  node: MenuNode,
  given?: SectionContent,
): Promise<Slot[]> {
  const [own, ...children] = await Promise.all([
    given ?? ownContent(context, siteData, node),
    ...node.children
      .filter((child) => !child.isPage)
      .map(async (child) => ({ node: child, section: await childSection(context, siteData, child) })),
  ]);
  const sections = new Map(children.map((slot) => [slot.node, slot]));
  return [
    ...(own ? [{ node, section: { content: own } }] : []),
    ...childSlots(node, sections, context.texts.inThisSection, context.reader.language),
  ];
}

/** An item without children always shows something; one with children shows what it has above them. */
async function ownContent(
  context: PageContext,
  siteData: SiteData,
  node: MenuNode,
): Promise<SectionContent | undefined> {
  if (node.children.length === 0)
    return contentOf(context, siteData, node, listHref(node, context.reader.language));
  return node.kind === 'common' ? commonContent(context, node) : loaders[node.kind](context, siteData);
}

const childSection = async (context: PageContext, siteData: SiteData, child: MenuNode): Promise<Section> => ({
  id: child.anchor,
  heading: child.name,
  content: await contentOf(context, siteData, child, listHref(child, context.reader.language)),
});

/** Anchors become sections; runs of children with pages of their own become a grid of cards, all in menu order. */
function childSlots(
  node: MenuNode,
  sections: Map<MenuNode, Slot>,
  heading: string,
  language: Language,
): Slot[] {
  const slots: Slot[] = [];
  let run: CardsContent | undefined;
  for (const child of node.children) {
    const slot = sections.get(child);
    if (slot) {
      run = undefined;
      slots.push(slot);
      continue;
    }
    if (!run) {
      run = { kind: 'cards', list: [] };
      slots.push({ node, section: { heading, content: run } });
    }
    const { name, description, picUrl } = child;
    run.list.push({ href: nodeHref(child, language), name, description, picUrl });
  }
  return slots;
}

/** Turns the page of the requested list; undefined where it stays on its first page. */
async function turnPage(
  context: PageContext,
  siteData: SiteData,
  node: MenuNode,
  slots: Slot[],
  query: PageQuery,
) {
  const lists = slots.filter(({ section }) => section.content.kind === 'articles');
  const meant =
    lists.find((slot) => slot.node !== node && normaliseCode(slot.node.code) === query.go) ?? lists[0];
  if (!meant) return undefined;
  const page = readPage(query.page);
  if (page === undefined) throw new Failure('notFound', { detail: 'no page number' });
  if (page === 1) return undefined;
  const hrefOf = listHref(meant.node, context.reader.language);
  meant.section.content = await articlesContent(context, siteData.menu, meant.node, page, hrefOf);
  return { go: meant === lists[0] ? undefined : query.go, page };
}

/** The address of a page of an item's list, on the item's own page or on that of its parent. */
const listHref = (node: MenuNode, language: Language) => (page: number) =>
  withQuery(nodeHref(node, language), { page: page === 1 ? undefined : page });

function contentsOf(slots: Slot[]): Link[] {
  const links = slots.flatMap(({ section }) =>
    section.id && section.heading ? [{ href: `#${encodePart(section.id)}`, text: section.heading }] : [],
  );
  return links.length > 1 ? links : [];
}

function siblings({ menu }: SiteData, node: MenuNode): { previous?: Link; next?: Link } {
  const pages = (node.parent?.children ?? menu.roots).filter((sibling) => sibling.isPage);
  const at = pages.indexOf(node);
  const link = (sibling: MenuNode | undefined) => sibling && { href: sibling.path, text: sibling.name };
  return { previous: link(at > 0 ? pages[at - 1] : undefined), next: link(pages[at + 1]) };
}
