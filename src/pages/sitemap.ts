import type { Reader } from '../backend/reader.ts';
import { articlePath } from '../content/links.ts';
import { equalIn } from '../content/resolve.ts';
import { homePath, type Language, languages, otherLanguage } from '../i18n/languages.ts';
import { allArticles } from './columns.ts';
import { absolute, alternates } from './head.ts';
import { element, XML_DECLARATION, xmlText } from './xml.ts';

type Entry = { language: Language; path: string; twinPath?: string; day?: string };

const NAMESPACES = {
  xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  'xmlns:xhtml': 'http://www.w3.org/1999/xhtml',
};

/** The sitemap of both languages (https://www.sitemaps.org/protocol.html), with hreflang alternates. */
export async function sitemap(reader: Reader, siteUrl: string): Promise<string> {
  const content = await Promise.all(languages.map((language) => readLanguage(reader.in(language))));
  const [zh, en] = content;
  if (!zh || !en) return '';
  const entries = [...entriesOf(zh, en), ...entriesOf(en, zh)];
  return (
    XML_DECLARATION + element('urlset', entries.map((entry) => url(siteUrl, entry)).join(''), NAMESPACES)
  );
}

async function readLanguage(reader: Reader) {
  const menu = await reader.menu();
  const articles = await allArticles(reader, menu);
  return { menu, articles: new Map(articles.map((article) => [article.id, article])) };
}

type Content = Awaited<ReturnType<typeof readLanguage>>;

function entriesOf(own: Content, other: Content): Entry[] {
  const { language } = own.menu;
  const pages = [...own.menu.byKey.values()].filter((node) => node.isPage && !node.isShadowed);
  return [
    { language, path: homePath(language), twinPath: homePath(otherLanguage(language)) },
    ...pages.map((node): Entry => {
      const twin = equalIn(other.menu, node);
      return {
        language,
        path: node.path,
        twinPath: twin?.isPage && !twin.isShadowed ? twin.path : undefined,
      };
    }),
    ...[...own.articles.values()].map((article): Entry => {
      const twin = other.articles.get(article.id);
      return {
        language,
        path: articlePath(own.menu, article),
        twinPath: twin && articlePath(other.menu, twin),
        day: article.publishTime,
      };
    }),
  ];
}

function url(siteUrl: string, { language, path, twinPath, day }: Entry): string {
  const twin = { href: twinPath ?? '', exists: twinPath !== undefined };
  return element(
    'url',
    [
      element('loc', xmlText(absolute(siteUrl, path))),
      ...(day ? [element('lastmod', day)] : []),
      ...alternates(siteUrl, language, path, twin).map((alternate) =>
        element('xhtml:link', '', { rel: 'alternate', ...alternate }),
      ),
    ].join(''),
  );
}
