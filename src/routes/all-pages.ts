import type { RequestHandler } from 'express';
import { addressOf } from '../http/middleware/address.ts';
import type { Language } from '../i18n/languages.ts';
import { allLinks, allPagesPage } from '../pages/all-pages-page.ts';
import type { SiteContext } from '../pages/page-context.ts';
import type { Services } from '../services.ts';

type Links = ReturnType<typeof allLinks>;

/** The list of all pages, which replaces search in a mirror. Built once, because a mirror has one state of the content. */
export function allPages({
  requestContexts,
  pageSender,
}: Pick<Services, 'requestContexts' | 'pageSender'>): RequestHandler {
  const built = new Map<Language, Links>();

  function linksOf({ reader, siteData, texts }: SiteContext): Links {
    const { language } = reader;
    const links = built.get(language) ?? allLinks(reader, siteData.menu, texts.undated);
    built.set(language, links);
    // A failure is not stored.
    links.catch(() => built.delete(language));
    return links;
  }

  return async (request, response) => {
    const context = await requestContexts.siteContextOf(request);
    const links = await linksOf(context);
    const page = allPagesPage(context, links, addressOf(request).query.getAll('page'));
    return pageSender.sendUncached(request, response, page, context.reader);
  };
}
