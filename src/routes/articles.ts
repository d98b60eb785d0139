import type { RequestHandler } from 'express';
import { articlePath } from '../content/links.ts';
import { addressOf } from '../http/middleware/address.ts';
import { setKind } from '../http/middleware/request-log.ts';
import { redirectToCanonical } from '../http/redirect.ts';
import { asFailure, isNotFound } from '../lib/failures.ts';
import { articlePage } from '../pages/article-page.ts';
import type { Services } from '../services.ts';
import { redirectLegacyUrl } from './legacy-urls.ts';

type Dependencies = Pick<Services, 'limiters' | 'requestContexts' | 'pageSender' | 'redirectIndex'>;

/**
 * The article named by the last segment of the path. Redirects to its own address. Requests for missing articles are limited
 * by client address.
 */
export function articles(services: Dependencies): RequestHandler[] {
  const { limiters, requestContexts, pageSender, redirectIndex } = services;
  return [
    setKind('article'),
    limiters.reading('missingArticles', { countsMissing: true }),
    async (request, response) => {
      const context = await requestContexts.siteContextOf(request);
      const id = addressOf(request).segments.at(-1) ?? '';
      const article = await context.reader.article(id).catch((error: unknown) => {
        if (isNotFound(asFailure(error).status) && redirectLegacyUrl(redirectIndex, request, response))
          return undefined;
        throw error;
      });
      if (!article) return;
      if (redirectToCanonical(articlePath(context.siteData.menu, article), request, response)) return;
      const page = await articlePage(context, article);
      await pageSender.send(request, response, page, context.reader);
    },
  ];
}
