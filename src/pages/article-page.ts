import type { Frame, Link, Page } from '../../views/page-model.ts';
import type { Article } from '../backend/schemas.ts';
import { articlePath, columnHref } from '../content/links.ts';
import { nodeByCode } from '../content/menu.ts';
import { excerpt, plainText } from '../content/plain-text.ts';
import { dayModel } from './cards.ts';
import type { Ground, PageContext } from './context.ts';
import { frameOf, trail } from './frame.ts';
import { absolute, breadcrumbList, headOf } from './head.ts';
import { fileModel } from './section-content.ts';
import { articleTwin, switchHref } from './twin.ts';

/** Characters of the text that stand in for a missing summary. */
const SUMMARY_LENGTH = 160;

/** The page of an article that was read already; its own path is the caller's to check. */
export async function articlePage(context: PageContext, ground: Ground, article: Article): Promise<Page> {
  const { reader, texts, siteUrl } = context;
  const path = articlePath(ground.menu, article);
  const column = nodeByCode(ground.menu, article.columnCode);
  const twin = await articleTwin(context, { ...article, path }, column);
  const frame = frameOf(ground, texts, column, false);
  const breadcrumbs = [...trail(ground.menu, column, texts), { href: path, text: article.title }];
  const description = article.summary ?? excerpt(plainText(article.content), SUMMARY_LENGTH);
  const columnLink = columnHref(ground.menu, article.columnCode);
  const neighbour = (other: { id: string; title: string } | undefined): Link | undefined =>
    other && {
      href: articlePath(ground.menu, { ...other, columnCode: article.columnCode }),
      text: other.title,
    };
  return {
    language: reader.language,
    head: headOf(context, frame, {
      title: article.title,
      description,
      path,
      twin,
      image: article.picUrl,
      openGraphType: 'article',
      jsonLd: [
        newsArticle(siteUrl, frame, article, { path, description }),
        breadcrumbList(siteUrl, breadcrumbs),
      ],
    }),
    frame,
    breadcrumbs,
    switchHref: switchHref(twin, reader.language),
    body: {
      kind: 'article',
      title: article.title,
      summary: article.summary,
      picUrl: article.picUrl,
      column: column && columnLink ? { href: columnLink, text: column.name } : undefined,
      day: dayModel(article.publishTime, reader.language),
      author: article.author,
      source: article.source,
      html: article.content,
      attachments: article.attachments.map(({ name, url, size }) => fileModel(url, name, size)),
      previous: neighbour(article.previous),
      next: neighbour(article.next),
    },
  };
}

/** schema.org's NewsArticle. */
const newsArticle = (
  siteUrl: string,
  frame: Frame,
  article: Article,
  { path, description }: { path: string; description: string },
): object => ({
  '@context': 'https://schema.org',
  '@type': 'NewsArticle',
  headline: article.title,
  description,
  datePublished: article.publishTime,
  image: article.picUrl && absolute(siteUrl, article.picUrl),
  // Editors write a person, a department or several of them: any type would be a guess.
  author: article.author ? { name: article.author } : { '@type': 'Organization', name: frame.siteName },
  publisher: { '@type': 'Organization', name: frame.siteName },
  mainEntityOfPage: absolute(siteUrl, path),
});
