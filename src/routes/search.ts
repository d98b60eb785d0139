import type { RequestHandler } from 'express';
import { addressOf } from '../http/middleware/address.ts';
import { isFragmentRequest } from '../http/middleware/fragment.ts';
import { redirectToCanonical } from '../http/redirect.ts';
import { languageFacts } from '../i18n/languages.ts';
import { readSiteData } from '../pages/page-context.ts';
import { renderSearch } from '../pages/render.tsx';
import { searchPage } from '../pages/search-page.ts';
import type { Services } from '../services.ts';

type Dependencies = Pick<Services, 'requestContexts' | 'pageSender' | 'siteSearch'>;

/** The search page; reads only the parameters `keyword` and `page`. */
export function search({ requestContexts, pageSender, siteSearch }: Dependencies): RequestHandler {
  return async (request, response) => {
    if (redirectToCanonical(`${languageFacts[request.lng].prefix}/search`, request, response)) return;
    const context = requestContexts.contextOf(request);
    const { query } = addressOf(request);
    const parameters = { keyword: query.get('keyword') ?? '', page: query.getAll('page') };
    const siteData = await readSiteData(context.reader);
    const page = await searchPage({ ...context, siteData, siteSearch }, parameters);
    response.vary('HX-Request');
    const renderPart = isFragmentRequest(request) ? renderSearch : undefined;
    return pageSender.sendUncached(request, response, page, context.reader, renderPart);
  };
}
