import type { HomeComponent } from '../../content/backend/schemas.ts';
import { columnHref } from '../../content/links.ts';
import { findMenuItem, type MenuItem } from '../../content/menu/menu.ts';
import { type BlockKind, findBlockKind, type SectionKind } from '../../content/menu/section-codes.ts';
import { excerpt } from '../../content/text/plain-text.ts';
import { findAnchorCode, slug } from '../../content/urls.ts';
import { homePath, type Language, otherLanguage } from '../../i18n/languages.ts';
import { buildPage, organization } from '../layout/build-page.ts';
import { buildLayout, type SiteContext } from '../layout/page-context.ts';
import type { Page } from '../layout/render.tsx';
import { articleCard, withoutRepeatedTitle } from '../menu-page/section-content.ts';
import type { Year } from '../sections/section.ts';
import { type SectionContent, sections } from '../sections/section-view.tsx';
import type { HomeBlock } from './home-view.tsx';

const BLOCK_LENGTH = { articles: 5, honours: 4, events: 4, reports: 4 } as const;

/** Maximum text length. Chinese needs half as many characters. */
const TEXT_LENGTH: Record<Language, number> = { zh: 72, en: 150 };

type BlockLoader = (context: SiteContext, block: HomeComponent) => Promise<SectionContent | undefined>;

const introduction: BlockLoader = async ({ siteData: { intro } }, { picUrl }) => ({
  kind: 'common',
  records: intro ? [{ id: intro.id, html: intro.remarkContent?.html, picUrl: picUrl ?? intro.picUrl }] : [],
});

const articles: BlockLoader = async ({ reader, siteData: { menu } }, { columnCode }) => {
  if (!columnCode) return undefined;
  const { list } = await reader.articles(columnCode);
  const newest = list.slice(0, BLOCK_LENGTH.articles);
  return { kind: 'articles', list: newest.map((article) => articleCard(menu, article)) };
};

const sectionLoader =
  (kind: SectionKind): BlockLoader =>
  (context) =>
    sections[kind].load(context);

/** Returns undefined if there is no form to link to. */
const application: BlockLoader = async (context) => {
  const hasForm = [...context.siteData.menu.byKey.values()].some(({ kind }) => kind === 'application');
  return hasForm ? sections.application.load(context) : undefined;
};

const blockLoaders: Record<BlockKind, BlockLoader> = {
  intro: introduction,
  article: articles,
  'product-matrix': sectionLoader('products'),
  'investment-direction': sectionLoader('directions'),
  'enterprise-honor': sectionLoader('honours'),
  event: sectionLoader('events'),
  report: sectionLoader('reports'),
  contact: sectionLoader('contact'),
  declare: application,
};

export async function homePage(context: SiteContext): Promise<Page> {
  const { reader, texts, siteUrl, siteData } = context;
  const [home, components] = await Promise.all([reader.home(), reader.homeComponents()]);
  const blocks = await Promise.all(components.map((component) => loadBlock(context, component)));
  const layout = buildLayout(siteData, texts);
  return buildPage(context, {
    description: layout.description ?? layout.slogan,
    path: homePath(reader.language),
    alternate: { href: homePath(otherLanguage(reader.language)), exists: true },
    image: home.banners[0]?.picUrl,
    jsonLd: [organization(siteUrl, layout)],
    layout,
    body: {
      kind: 'home',
      title: home.title,
      subtitle: home.subtitle,
      banners: home.banners.map(({ columnCode, ...banner }) => ({
        ...banner,
        href: columnHref(siteData.menu, columnCode),
      })),
      figures: home.figures,
      blocks: uniqueIds(blocks.filter((block) => block !== undefined)),
    },
  });
}

/** Returns undefined for an unknown kind of block, or one without the required fields. */
async function loadBlock(context: SiteContext, block: HomeComponent): Promise<HomeBlock | undefined> {
  const { menu } = context.siteData;
  const kind = findBlockKind(block.componentCode);
  const content = kind && (await blockLoaders[kind](context, block));
  if (!content) return undefined;
  const node = findMenuItem(menu, block.columnCode);
  const href = columnHref(menu, block.columnCode);
  const { title, subtitle, picUrl } = block;
  return {
    id: node?.anchor ?? (slug(block.columnCode ?? '') || undefined),
    code: node && findAnchorCode(node.code, node.anchor),
    kind,
    title,
    subtitle,
    picUrl: content.kind === 'common' ? undefined : picUrl,
    more:
      href && (node?.isPage || node?.parent)
        ? { href, text: await nameLink(context, node), about: `${context.texts.colon}${title}` }
        : undefined,
    content: shorten(withoutRepeatedTitle(content, title), context.reader.language),
  };
}

/** Returns the label of a block's link; a link to the form says what visitors can do there. */
async function nameLink({ reader, texts }: SiteContext, target?: MenuItem): Promise<string> {
  if (target?.kind !== 'application') return texts.more;
  const intake = await reader.intake().catch(() => undefined);
  return intake?.enabled ? texts.apply : texts.viewDetails;
}

/** Shortens lists and descriptions; `more` links to the complete content. */
function shorten(content: SectionContent, language: Language): SectionContent {
  switch (content.kind) {
    case 'directions':
      return {
        ...content,
        list: content.list.map(({ html: _html, text = '', ...direction }) => ({
          ...direction,
          text: excerpt(text, TEXT_LENGTH[language]),
        })),
      };
    case 'honours':
      return { ...content, list: content.list.slice(0, BLOCK_LENGTH.honours) };
    case 'products':
      return { ...content, list: content.list.map(withoutPicture) };
    case 'events':
      return shortenYears({
        ...content,
        years: content.years.map(({ year, list }) => ({ year, list: list.map(withoutPicture) })),
      });
    case 'reports':
      return shortenYears(content);
    case 'application':
      return { ...content, contact: undefined };
    default:
      return content;
  }
}

const withoutPicture = <T extends { picUrl?: string }>(one: T): T => ({ ...one, picUrl: undefined });

function shortenYears<T extends { kind: 'events' | 'reports'; years: Year<unknown>[] }>(content: T): T {
  let left = BLOCK_LENGTH[content.kind];
  const years = content.years.flatMap(({ year, list }) => {
    const kept = list.slice(0, left);
    left -= kept.length;
    return kept.length > 0 ? [{ year, list: kept }] : [];
  });
  return { ...content, years };
}

/** If two blocks have the same column, gives only the first one the anchor. */
function uniqueIds(blocks: HomeBlock[]): HomeBlock[] {
  const ids = blocks.map(({ id }) => id);
  return blocks.map((block, at) => (ids.indexOf(block.id) === at ? block : { ...block, id: undefined }));
}
