import type { RequestHandler } from 'express';
import { languageFacts } from '../i18n/languages.ts';
import { isFragmentAsked } from '../middleware/fragment.ts';
import { searchPage } from '../pages/search-page.ts';
import { readSiteData } from '../pages/site-data.ts';
import type { Services } from '../services.ts';
import { contextOf, redirectedTo, sendOnce } from './context.ts';

/** The search page; `keyword` and `page` are all it listens to. */
export function search(services: Services): RequestHandler {
  return async (request, response) => {
    if (redirectedTo(`${languageFacts[request.lng].prefix}/search`, request, response)) return;
    const context = contextOf(services, request);
    const { query } = request.address;
    const asked = { keyword: query.get('keyword') ?? '', page: query.getAll('page') };
    const page = await searchPage(context, await readSiteData(context.reader), asked);
    response.vary('HX-Request');
    const render = isFragmentAsked(request) ? services.renderSearch : services.render;
    return sendOnce(services, request, response, page, context.reader, (whole) => render(whole));
  };
}
