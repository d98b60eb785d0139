import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { articlePath } from '../../content/links.ts';
import { LANGUAGE_PATHS } from '../../content/site-paths.ts';
import { formatIsoTime } from '../../content/time.ts';
import { redirectToCanonical } from '../../http/middleware/canonical-url.ts';
import { homePath, type Language, languageFacts } from '../../i18n/languages.ts';
import type { Services } from '../../services.ts';
import type { SiteContext } from '../layout/page-context.ts';
import { readAllArticles, withLongDeadline } from './all-articles.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML and removes characters that XML 1.0 forbids. */
export const xmlText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids just these
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '')
    .replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);

/** Builds an XML element; `content` is already XML. */
export const element = (name: string, content: string, attributes: Record<string, string> = {}): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  return content ? `<${name}${written.join('')}>${content}</${name}>` : `<${name}${written.join('')}/>`;
};

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

const FEED_LENGTH = 20;

/** Formats a timestamp in seconds, because newsboat ignores the zone after a fraction of a second. */
const timestamp = (time: number): string => formatIsoTime(time).replace(/\.\d+/u, '');

const feedPath = (language: Language): string => languageFacts[language].prefix + LANGUAGE_PATHS.feed;

/** Builds a language's Atom feed (RFC 4287): the newest articles of all columns. */
async function atomFeed(
  { reader, siteUrl, siteData }: SiteContext,
  log: Pick<Logger, 'warn'>,
): Promise<string> {
  const { menu, group } = siteData;
  const { tag } = languageFacts[reader.language];
  const all = await readAllArticles(withLongDeadline(reader), menu, log, 1);
  const articles = all.sort((a, b) => b.updatedMs - a.updatedMs).slice(0, FEED_LENGTH);
  const home = siteUrl + homePath(reader.language);
  const entries = articles.map((article) => {
    const href = siteUrl + articlePath(menu, article);
    return element(
      'entry',
      [
        element('id', xmlText(href)),
        element('title', xmlText(article.title)),
        element('link', '', { rel: 'alternate', type: 'text/html', href }),
        element('updated', timestamp(article.updatedMs)),
        ...(article.summary ? [element('summary', xmlText(article.summary))] : []),
      ].join(''),
    );
  });
  const self = siteUrl + feedPath(reader.language);
  const head = [
    element('id', xmlText(self)),
    element('title', xmlText(group.name)),
    ...(group.slogan ? [element('subtitle', xmlText(group.slogan))] : []),
    element('link', '', { rel: 'self', type: 'application/atom+xml', href: self }),
    element('link', '', { rel: 'alternate', type: 'text/html', href: home }),
    element('updated', timestamp(articles[0]?.updatedMs ?? 0)),
    element('author', element('name', xmlText(group.name))),
  ];
  return (
    XML_DECLARATION +
    element('feed', [...head, ...entries].join(''), { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': tag })
  );
}

export const feed =
  ({ requestContexts, pageSender }: Pick<Services, 'requestContexts' | 'pageSender'>): RequestHandler =>
  async (request, response) => {
    const { lng: language } = request;
    const path = feedPath(language);
    if (redirectToCanonical(path, request, response)) return;
    const context = await requestContexts.siteContextOf(request);
    const document = {
      url: path,
      body: await atomFeed(context, request.log),
      type: 'application/atom+xml',
      language,
    };
    pageSender.sendDocument(request, response, document, context.reader);
  };
