import type { Request, RequestHandler, Response } from 'express';
import { articlePath, buildPath, menuItemHref } from '../content/links.ts';
import { resolvePath } from '../content/menu/menu.ts';
import type { RedirectIndex } from '../content/redirects/redirects.ts';
import { isSitePath } from '../content/site-paths.ts';
import { normaliseCode } from '../content/urls.ts';
import { REVALIDATED, redirectToCanonical } from '../http/middleware/canonical-url.ts';
import { setKind } from '../http/middleware/request-log.ts';
import { homePath } from '../i18n/languages.ts';
import { isUnknownArticle, SiteError } from '../lib/failures.ts';
import type { Services } from '../services.ts';
import { articlePage } from './article/article-page.ts';
import { homePage } from './home/home-page.ts';
import { menuPage } from './menu-page/menu-page.ts';

type Dependencies = Pick<Services, 'rateLimits' | 'requestContexts' | 'pageSender' | 'redirectIndex'>;

/** Serves home, menu items and anchors. A path that may be an article continues to the next handler. */
export function pages(services: Omit<Dependencies, 'rateLimits'>): RequestHandler {
  const { requestContexts, pageSender, redirectIndex } = services;
  return async (request, response, next) => {
    const context = await requestContexts.siteContextOf(request);
    const { segments, query } = request.parsedUrl;
    const resolved = resolvePath(context.siteData.menu, segments);
    switch (resolved.kind) {
      case 'home':
        request.kind = 'home';
        if (redirectToCanonical(homePath(request.lng), request, response)) return;
        return pageSender.send(request, response, await homePage(context), context.reader);
      case 'anchor':
        request.kind = 'page';
        return response.set(REVALIDATED).redirect(302, menuItemHref(resolved.node, request.lng));
      case 'page': {
        request.kind = 'page';
        if (redirectToCanonical(resolved.node.path, request, response)) return;
        const go = query.get('go') ?? undefined;
        const parameters = { page: query.getAll('page'), go: go && normaliseCode(go) };
        const page = await menuPage(context, resolved.node, parameters);
        return pageSender.send(request, response, page, context.reader);
      }
      case 'article':
        return next();
      case 'none': {
        const isOwn = isSitePath(buildPath(segments, 'zh'), request.lng);
        if (!isOwn && redirectLegacyUrl(redirectIndex, request, response)) return;
        throw new SiteError('notFound');
      }
    }
  };
}

/** Serves the article that the last segment names, at its own path. Limits requests for missing articles. */
export function articleHandlers(services: Dependencies): RequestHandler[] {
  const { rateLimits, requestContexts, pageSender, redirectIndex } = services;
  return [
    setKind('article'),
    rateLimits.reading('missingArticles', { countsMissing: true }),
    async (request, response) => {
      const context = await requestContexts.siteContextOf(request);
      const id = request.parsedUrl.segments.at(-1) ?? '';
      const article = await context.reader.article(id).catch((error: unknown) => {
        if (isUnknownArticle(error) && redirectLegacyUrl(redirectIndex, request, response)) return undefined;
        throw error;
      });
      if (!article) return;
      if (redirectToCanonical(articlePath(context.siteData.menu, article), request, response)) return;
      const page = await articlePage(context, article);
      await pageSender.send(request, response, page, context.reader);
    },
  ];
}

/** Limits how long browsers store the redirect, so that they find a later page at this URL. */
const CACHED_AN_HOUR = { 'Cache-Control': 'public, max-age=3600' };

/** Redirects a URL without a page according to `REDIRECTS_FILE`. Returns false if the file has no rule for it. */
function redirectLegacyUrl(
  { locationOf }: Pick<RedirectIndex, 'locationOf'>,
  request: Request,
  response: Response,
): boolean {
  const { target, isPayload } = request.parsedUrl;
  const location = isPayload ? undefined : locationOf(target);
  if (location === undefined) return false;
  request.kind = 'moved';
  response.set(CACHED_AN_HOUR).redirect(301, location);
  return true;
}
