import type { RequestHandler } from 'express';
import type { Services } from '../../services.ts';

/** Robots may read everything; the search pages are `noindex`, which only robots that read them know. */
export const robots =
  ({ config }: Pick<Services, 'config'>): RequestHandler =>
  (_request, response) => {
    response.type('text/plain').send(`User-agent: *\nAllow: /\n\nSitemap: ${config.siteUrl}/sitemap.xml\n`);
  };
