import type { RequestHandler } from 'express';
import { articlePath } from '../content/links.ts';
import { addressOf } from '../middleware/address.ts';
import { limitReading } from '../middleware/reading-limit.ts';
import { isFor } from '../middleware/request-log.ts';
import { articlePage } from '../pages/article-page.ts';
import type { Services } from '../services.ts';
import { redirectedTo } from './redirect.ts';

type Dependencies = Pick<Services, 'config' | 'requestContexts' | 'pageSender'>;

/** Articles by the last part of the path. Requests for missing ones are limited by address. */
export function articles(services: Dependencies): RequestHandler[] {
  const isLimited = services.config.rateLimitPerMinute > 0;
  return [
    isFor('article'),
    limitReading('missingArticles', isLimited, { countsMissing: true }),
    showArticle(services),
  ];
}

/** Shows an article at its own address, and redirects there from any other one. */
function showArticle({ requestContexts, pageSender }: Dependencies): RequestHandler {
  return async (request, response) => {
    const { context, siteData } = await requestContexts.sourcesOf(request);
    const article = await context.reader.article(addressOf(request).segments.at(-1) ?? '');
    if (redirectedTo(articlePath(siteData.menu, article), request, response)) return;
    const page = await articlePage(context, siteData, article);
    await pageSender.send(request, response, page, context.reader);
  };
}
