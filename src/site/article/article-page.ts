import type { Link } from '../../../views/components/links.tsx';
import type { Article } from '../../content/backend/schemas.ts';
import { articlePath, menuItemHref } from '../../content/links.ts';
import { findMenuItem } from '../../content/menu/menu.ts';
import { excerpt } from '../../content/text/plain-text.ts';
import { articleAlternate, breadcrumbList, breadcrumbsTo, buildPage } from '../layout/build-page.ts';
import { buildLayout, type SiteContext } from '../layout/page-context.ts';
import type { Page } from '../layout/render.tsx';
import { buildDayModel, buildFileModel } from '../sections/section.ts';

/** Maximum length of the excerpt that replaces a missing summary. */
const SUMMARY_LENGTH = 160;

export async function articlePage(context: SiteContext, article: Article): Promise<Page> {
  const { reader, texts, siteData } = context;
  const { menu } = siteData;
  const path = articlePath(menu, article);
  const column = findMenuItem(menu, article.columnCode);
  const alternate = await articleAlternate(context, { ...article, path }, column);
  const breadcrumbs = [...breadcrumbsTo(context, column), { href: path, text: article.title }];
  const description = article.summary ?? excerpt(article.content?.text ?? '', SUMMARY_LENGTH);
  const neighbour = (other: { id: string; title: string } | undefined): Link | undefined =>
    other && { href: articlePath(menu, { ...other, columnCode: article.columnCode }), text: other.title };
  return buildPage(context, {
    title: article.title,
    description,
    path,
    alternate,
    image: article.picUrl,
    openGraphType: 'article',
    published: article.publishTime,
    section: column?.name,
    jsonLd: [newsArticle(context, article, path, description), breadcrumbList(context.siteUrl, breadcrumbs)],
    layout: buildLayout(siteData, texts, column, false),
    breadcrumbs,
    body: {
      kind: 'article',
      title: article.title,
      summary: article.summary,
      picUrl: article.picUrl,
      column: column && { href: menuItemHref(column, menu.language), text: column.name },
      day: buildDayModel(article.publishTime, reader.language),
      author: article.author,
      source: article.source,
      html: article.content?.html,
      attachments: article.attachments.map(({ name, url, size }) => buildFileModel(url, name, size)),
      previous: neighbour(article.previous),
      next: neighbour(article.next),
    },
  });
}

const newsArticle = (
  { siteUrl, siteData: { group } }: SiteContext,
  article: Article,
  path: string,
  description: string,
): object => ({
  '@context': 'https://schema.org',
  '@type': 'NewsArticle',
  headline: article.title,
  description,
  datePublished: article.publishTime,
  image: article.picUrl && siteUrl + article.picUrl,
  author: article.author
    ? { '@type': 'Person', name: article.author }
    : { '@type': 'Organization', name: group.name },
  publisher: { '@type': 'Organization', name: group.name },
  mainEntityOfPage: siteUrl + path,
});
