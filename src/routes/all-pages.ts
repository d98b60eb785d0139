import type { RequestHandler } from 'express';
import { addressOf } from '../http/middleware/address.ts';
import type { Language } from '../i18n/languages.ts';
import { singleFlight } from '../lib/single-flight.ts';
import { allLinks, allPagesPage } from '../pages/all-pages.ts';
import type { Services } from '../services.ts';

type Links = Awaited<ReturnType<typeof allLinks>>;

/** The list of all pages, which replaces search in a mirror. Built once, because a mirror has one state of the content. */
export function allPages({
  requestContexts,
  pageSender,
}: Pick<Services, 'requestContexts' | 'pageSender'>): RequestHandler {
  const built = new Map<Language, Links>();
  const pending = new Map<Language, Promise<Links>>();
  return async (request, response) => {
    const context = await requestContexts.siteContextOf(request);
    const { reader, siteData, texts } = context;
    const links =
      built.get(reader.language) ??
      (await singleFlight(pending, reader.language, () => allLinks(reader, siteData.menu, texts.undated)));
    built.set(reader.language, links);
    const page = allPagesPage(context, links, addressOf(request).query.getAll('page'));
    return pageSender.sendUncached(request, response, page, reader);
  };
}
