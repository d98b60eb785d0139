import type { RequestHandler } from 'express';
import { redirectToCanonical } from '../../http/middleware/address.ts';
import type { Services } from '../../services.ts';
import { xmlSitemap } from './xml-sitemap.ts';

const ADDRESS = '/sitemap.xml';

/** Every page of both languages, for search engines. */
export const sitemap =
  ({ requestContexts, pageSender }: Pick<Services, 'requestContexts' | 'pageSender'>): RequestHandler =>
  async (request, response) => {
    if (redirectToCanonical(ADDRESS, request, response)) return;
    const { reader, siteUrl } = requestContexts.contextOf(request);
    const body = await xmlSitemap(reader, siteUrl, request.log);
    pageSender.sendDocument(request, response, { address: ADDRESS, body, type: 'application/xml' }, reader);
  };
