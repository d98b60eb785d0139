import type { ArticleCard } from '../../../views/components/article-list.tsx';
import type { Link, Neighbours } from '../../../views/components/links.tsx';
import type { MenuItem } from '../../content/menu/menu.ts';
import { encodePart, findAnchorCode, normaliseCode, withQuery } from '../../content/urls.ts';
import { breadcrumbList, breadcrumbsTo, buildPage, pageAlternate } from '../layout/build-page.ts';
import { buildLayout, type SiteContext, type SiteData } from '../layout/page-context.ts';
import type { Page } from '../layout/render.tsx';
import type { CardsContent, PageSection, SectionContent } from '../sections/section-view.tsx';
import {
  loadArticleList,
  loadContent,
  loadKindContent,
  loadNewestArticles,
  pageNumber,
} from './section-content.ts';

/** Query parameters of a page. `go` selects the list that `page` applies to. */
type PageQuery = { page: string[]; go?: string };

type Slot = { node: MenuItem; section: PageSection };

/** Builds the page of a menu item: its own content (`own` if the caller has loaded it), then its children in menu order. */
export async function menuPage(
  context: SiteContext,
  node: MenuItem,
  query: PageQuery,
  own?: SectionContent,
): Promise<Page> {
  const loading = loadSlots(context, node, own).then(async (slots) => ({
    slots,
    turned: await loadRequestedPage(context, node, slots, query),
  }));
  const [{ slots, turned }, alternate] = await Promise.all([loading, pageAlternate(context, node)]);
  const breadcrumbs = breadcrumbsTo(context, node);
  const ownContent = slots.find((slot) => slot.node === node)?.section.content;
  const layout = buildLayout(context.siteData, context.texts, node);
  const description = node.description ?? (await describePage(context, node, ownContent));
  return buildPage(context, {
    title: turned ? context.t('titleOnPage', { title: node.name, ...turned }) : node.name,
    description: turned ? '' : description || layout.description,
    path: withQuery(node.path, { ...turned }),
    // The other language may have fewer articles, so a later page of a list has no known alternate.
    alternate: turned ? { ...alternate, exists: false } : alternate,
    image: node.picUrl ?? newestCover(slots),
    jsonLd: [breadcrumbList(context.siteUrl, breadcrumbs)],
    layout,
    breadcrumbs,
    body: {
      kind: 'page',
      title: node.name,
      lead: node.description,
      picUrl: node.picUrl,
      contents: listContents(slots),
      sections: slots.map((slot) => slot.section),
      ...findSiblings(context.siteData, node),
    },
  });
}

async function loadSlots(context: SiteContext, node: MenuItem, loaded?: SectionContent): Promise<Slot[]> {
  const [own, ...children] = await Promise.all([
    loaded ?? (node.children.length === 0 ? loadContent(context, node) : loadKindContent(context, node)),
    ...node.children.map((child) => loadChildSlot(context, child)),
  ]);
  return [...(own ? [{ node, section: { content: own } }] : []), ...joinCards(children)];
}

/** Turns an anchor into a section. A child with a page becomes a card, or a list of its newest articles if it is a column. */
async function loadChildSlot(context: SiteContext, node: MenuItem): Promise<Slot> {
  const section = node.isPage
    ? await loadTeaser(context, node)
    : {
        id: node.anchor,
        code: findAnchorCode(node.code, node.anchor),
        heading: node.name,
        content: await loadContent(context, node),
      };
  return { node, section };
}

async function loadTeaser(context: SiteContext, node: MenuItem): Promise<PageSection> {
  const { texts } = context;
  const { name, path, description, picUrl } = node;
  const content = await loadNewestArticles(context, node);
  if (content) {
    return {
      heading: name,
      content,
      more: { href: path, text: texts.more, about: `${texts.colon}${name}` },
    };
  }
  return {
    heading: texts.inThisSection,
    content: { kind: 'cards', list: [{ href: path, name, description, picUrl }] },
  };
}

/** Joins the cards of all children in the place of the first: two groups would have the same heading. */
function joinCards(slots: Slot[]): Slot[] {
  let group: CardsContent | undefined;
  return slots.filter(({ section: { content, more } }) => {
    if (content.kind !== 'cards' || more) return true;
    group?.list.push(...content.list);
    const isFirst = !group;
    group ??= content;
    return isFirst;
  });
}

/** Loads the requested page of the requested list. Returns undefined for the first page. */
async function loadRequestedPage(context: SiteContext, node: MenuItem, slots: Slot[], query: PageQuery) {
  const lists = slots.filter(({ section }) => section.content.kind === 'articles');
  const meant =
    lists.find((slot) => slot.node !== node && normaliseCode(slot.node.code) === query.go) ?? lists[0];
  if (!meant) return undefined;
  const pageNo = pageNumber(query.page);
  if (pageNo === 1) return undefined;
  meant.section.content = await loadArticleList(context, meant.node, pageNo);
  return { go: meant === lists[0] ? undefined : query.go, page: pageNo };
}

/** Returns the cover of the newest report, which represents a page of reports. */
function newestCover(slots: Slot[]): string | undefined {
  const reports = slots.flatMap(({ section: { content } }) =>
    content.kind === 'reports' ? content.years.flatMap(({ list }) => list) : [],
  );
  return reports.find(({ picUrl }) => picUrl)?.picUrl;
}

function listContents(slots: Slot[]): Link[] {
  const links = slots.flatMap(({ section }) =>
    section.id && section.heading ? [{ href: `#${encodePart(section.id)}`, text: section.heading }] : [],
  );
  return links.length > 1 ? links : [];
}

function findSiblings({ menu }: SiteData, node: MenuItem): Neighbours {
  const roots = node.legal ? menu.footer : menu.header;
  const pages = (node.parent?.children ?? roots).filter((sibling) => sibling.isPage);
  const at = pages.indexOf(node);
  const link = (sibling: MenuItem | undefined) => sibling && { href: sibling.path, text: sibling.name };
  return { previous: link(at > 0 ? pages[at - 1] : undefined), next: link(pages[at + 1]) };
}

type PageEntry = { name: string } | { title: ArticleCard['title'] | string };

function entryName(entry: PageEntry): string {
  if ('name' in entry) return entry.name;
  return typeof entry.title === 'string' ? entry.title : entry.title.map(({ text }) => text).join('');
}

const joinNames = (names: readonly (string | undefined)[]): string => names.filter(Boolean).join(' · ');

function describeContent(content: SectionContent): string {
  // The text of the intake describes only the current round.
  if (content.kind === 'application') return '';
  if ('description' in content && content.description) return content.description;
  if ('list' in content) return joinNames((content.list as PageEntry[]).map(entryName));
  if ('years' in content) return joinNames(content.years.flatMap(({ list }) => list.map(entryName)));
  if (content.kind !== 'contact') return '';
  const { phone, email, address } = content.contact;
  return joinNames([content.name, phone, email, address]);
}

/** Describes the page of a menu item without a description by its own text, or by the names of what it shows. */
export async function describePage(
  { reader }: Pick<SiteContext, 'reader'>,
  node: Pick<MenuItem, 'code' | 'name' | 'children'>,
  own?: SectionContent,
): Promise<string> {
  const records = own?.kind === 'common' ? await reader.common(node.code) : [];
  return [
    ...records.flatMap(({ title, remarkContent }) => [title === node.name ? '' : title, remarkContent?.text]),
    own && describeContent(own),
    joinNames(node.children.map(({ name }) => name)),
  ]
    .filter(Boolean)
    .join('\n');
}
