import type { Request, RequestHandler, Response } from 'express';
import { articlePath, nodeHref } from '../content/links.ts';
import { resolvePath } from '../content/resolve.ts';
import { normaliseCode } from '../content/slug.ts';
import { Failure } from '../failures.ts';
import { homePath } from '../i18n/languages.ts';
import { articlePage } from '../services/article-page.ts';
import type { Ground, PageContext } from '../services/context.ts';
import { homePage } from '../services/home-page.ts';
import type { Services } from '../services/index.ts';
import { menuPage } from '../services/menu-page.ts';
import { redirectedTo, sendPage, settingOf } from './context.ts';

/** Everything the menu knows: home, items, anchors and the articles below their columns. */
export function pages(services: Services): RequestHandler {
  return async (request, response) => {
    const { context, ground } = await settingOf(services, request);
    const { address } = request;
    const resolved = resolvePath(ground.menu, address.segments);
    switch (resolved.kind) {
      case 'home':
        request.kind = 'home';
        if (redirectedTo(homePath(request.lng), request, response)) return;
        return sendPage(services, request, response, await homePage(context, ground), context.reader);
      case 'anchor':
        request.kind = 'page';
        return response.redirect(302, nodeHref(resolved.node, request.lng));
      case 'page': {
        request.kind = 'page';
        if (redirectedTo(resolved.node.path, request, response)) return;
        const go = address.query.get('go');
        const query = { page: address.query.getAll('page'), go: go === null ? undefined : normaliseCode(go) };
        const page = await menuPage(context, ground, resolved.node, query);
        return sendPage(services, request, response, page, context.reader);
      }
      case 'article':
        return sendArticle(services, context, ground, resolved.id, request, response);
      case 'none':
        throw new Failure('notFound');
    }
  };
}

/** An article at its own address; anywhere else it leads there. */
export async function sendArticle(
  services: Services,
  context: PageContext,
  ground: Ground,
  id: string,
  request: Request,
  response: Response,
): Promise<void> {
  request.kind = 'article';
  const article = await context.reader.article(id);
  if (redirectedTo(articlePath(ground.menu, article), request, response)) return;
  await sendPage(services, request, response, await articlePage(context, ground, article), context.reader);
}
