import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Reader } from '../../content/backend/content.ts';
import { articlePath } from '../../content/links.ts';
import { findCounterpartPage } from '../../content/menu/menu.ts';
import { ROOT_PATHS } from '../../content/site-paths.ts';
import { parseDay } from '../../content/time.ts';
import { redirectToCanonical } from '../../http/middleware/canonical-url.ts';
import { homePath, type Language, otherLanguage } from '../../i18n/languages.ts';
import type { Services } from '../../services.ts';
import { alternates } from '../layout/build-page.ts';
import { MAX_PAGES_PER_COLUMN, readAllArticles, withLongDeadline } from './all-articles.ts';
import { element, XML_DECLARATION, xmlText } from './feed.ts';

type Log = Pick<Logger, 'warn'>;

type Entry = { language: Language; path: string; alternatePath?: string; day?: string };

const NAMESPACES = {
  xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
};

/** Builds the sitemap of both languages (https://www.sitemaps.org/protocol.html), with hreflang alternates. */
async function xmlSitemap(reader: Reader, siteUrl: string, log: Log): Promise<string> {
  const slowReader = withLongDeadline(reader);
  const zh = await readLanguage(slowReader.inLanguage('zh'), log);
  const en = await readLanguage(slowReader.inLanguage('en'), log);
  const entries = [...listEntries(zh, en), ...listEntries(en, zh)];
  return (
    XML_DECLARATION + element('urlset', entries.map((entry) => url(siteUrl, entry)).join(''), NAMESPACES)
  );
}

async function readLanguage(reader: Reader, log: Log) {
  const menu = await reader.menu();
  const articles = await readAllArticles(reader, menu, log, MAX_PAGES_PER_COLUMN);
  return { menu, articles: new Map(articles.map((article) => [article.id, article])) };
}

type Content = Awaited<ReturnType<typeof readLanguage>>;

function listEntries(own: Content, other: Content): Entry[] {
  const { language } = own.menu;
  const pages = [...own.menu.byKey.values()].filter((node) => node.isPage && !node.isShadowed);
  return [
    { language, path: homePath(language), alternatePath: homePath(otherLanguage(language)) },
    ...pages.map((node) => ({
      language,
      path: node.path,
      alternatePath: findCounterpartPage(other.menu, node)?.path,
    })),
    ...[...own.articles.values()].map((article): Entry => {
      const alternate = other.articles.get(article.id);
      return {
        language,
        path: articlePath(own.menu, article),
        alternatePath: alternate && articlePath(other.menu, alternate),
        day: parseDay(article.publishTime),
      };
    }),
  ];
}

function url(siteUrl: string, { language, path, alternatePath, day }: Entry): string {
  const alternate = { href: alternatePath ?? '', exists: alternatePath !== undefined };
  return element(
    'url',
    [
      element('loc', xmlText(siteUrl + path)),
      ...(day ? [element('lastmod', day)] : []),
      ...alternates(siteUrl, language, path, alternate).map((link) =>
        element('xhtml:link', '', { rel: 'alternate', ...link }),
      ),
    ].join(''),
  );
}

/** Serves every page of both languages, for search engines. */
export const sitemap =
  ({ config, content, pageSender }: Pick<Services, 'config' | 'content' | 'pageSender'>): RequestHandler =>
  async (request, response) => {
    if (redirectToCanonical(ROOT_PATHS.sitemap, request, response)) return;
    const reader = content.reader('zh');
    const body = await xmlSitemap(reader, config.siteUrl, request.log);
    pageSender.sendDocument(
      request,
      response,
      { url: ROOT_PATHS.sitemap, body, type: 'application/xml' },
      reader,
    );
  };
