import type { RequestHandler } from 'express';
import { addressOf } from '../http/middleware/address.ts';
import type { Language } from '../i18n/languages.ts';
import { singleFlight } from '../lib/single-flight.ts';
import { allLinks, allPagesPage } from '../pages/all-pages.ts';
import type { Services } from '../services.ts';

type Links = Awaited<ReturnType<typeof allLinks>>;

/** The list of all pages, which a mirror has in place of search. It is made once: a mirror is of one state of the content. */
export function allPages({
  requestContexts,
  pageSender,
}: Pick<Services, 'requestContexts' | 'pageSender'>): RequestHandler {
  const made = new Map<Language, Links>();
  const making = new Map<Language, Promise<Links>>();
  return async (request, response) => {
    const context = await requestContexts.siteContextOf(request);
    const { reader, siteData, texts } = context;
    const links =
      made.get(reader.language) ??
      (await singleFlight(making, reader.language, () => allLinks(reader, siteData.menu, texts.undated)));
    made.set(reader.language, links);
    const page = allPagesPage(context, links, addressOf(request).query.getAll('page'));
    return pageSender.sendUncached(request, response, page, reader);
  };
}
