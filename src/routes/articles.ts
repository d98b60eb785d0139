import type { RequestHandler } from 'express';
import { articlePath } from '../content/links.ts';
import { limitReading } from '../middleware/reading-limit.ts';
import { isFor } from '../middleware/request-log.ts';
import { articlePage } from '../pages/article-page.ts';
import type { Services } from '../services.ts';
import { redirectedTo, sendPage, settingOf } from './context.ts';

/** Articles by the last part of the path; those that are not there are limited by address. */
export function articles(services: Services): RequestHandler[] {
  const isLimited = services.config.rateLimitPerMinute > 0;
  return [
    isFor('article'),
    limitReading('missingArticles', isLimited, { countsMissing: true }),
    showArticle(services),
  ];
}

/** An article at its own address; anywhere else it leads there. */
function showArticle(services: Services): RequestHandler {
  return async (request, response) => {
    const { context, siteData } = await settingOf(services, request);
    const article = await context.reader.article(request.address.segments.at(-1) ?? '');
    if (redirectedTo(articlePath(siteData.menu, article), request, response)) return;
    await sendPage(
      services,
      request,
      response,
      await articlePage(context, siteData, article),
      context.reader,
    );
  };
}
