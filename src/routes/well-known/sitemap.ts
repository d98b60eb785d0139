import type { RequestHandler } from 'express';
import { redirectToCanonical } from '../../http/middleware/address.ts';
import { xmlSitemap } from '../../pages/feeds/xml-sitemap.ts';
import type { Services } from '../../services.ts';

/** Every page of both languages, for search engines. */
export const sitemap =
  ({ requestContexts }: Pick<Services, 'requestContexts'>): RequestHandler =>
  async (request, response) => {
    if (redirectToCanonical('/sitemap.xml', request, response)) return;
    const { reader, siteUrl } = requestContexts.contextOf(request);
    const body = await xmlSitemap(reader, siteUrl);
    requestContexts.setContentAge(response);
    response.set('Cache-Control', 'no-cache').type('application/xml').send(body);
  };
