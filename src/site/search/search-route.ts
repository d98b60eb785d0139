import type { RequestHandler } from 'express';
import { isFragmentRequest, redirectToCanonical } from '../../http/middleware/address.ts';
import { searchPath } from '../../i18n/languages.ts';
import { SiteError } from '../../lib/failures.ts';
import type { Services } from '../../services.ts';
import { renderSearch } from '../layout/render.tsx';
import { searchPage } from './search-page.ts';

type Dependencies = Pick<Services, 'requestContexts' | 'pageSender' | 'siteSearch'>;

/** Serves the search page; reads only the parameters `keyword` and `page`. */
export function search({ requestContexts, pageSender, siteSearch }: Dependencies): RequestHandler {
  return async (request, response) => {
    if (redirectToCanonical(searchPath(request.lng), request, response)) return;
    if (request.address.isPayload) throw new SiteError('notFound');
    const context = await requestContexts.siteContextOf(request);
    const { query } = request.address;
    const parameters = { keyword: query.get('keyword') ?? '', page: query.getAll('page') };
    const page = await searchPage({ ...context, siteSearch }, parameters);
    response.vary('HX-Request');
    const renderPart = isFragmentRequest(request) ? renderSearch : undefined;
    return pageSender.sendUncached(response, page, context.reader, renderPart);
  };
}
