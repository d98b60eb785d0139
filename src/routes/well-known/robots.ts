import type { RequestHandler } from 'express';
import type { Services } from '../../services.ts';

/** Matches the search page with and without a query, but no menu item that begins with the same letters. */
const SEARCH = ['/search', '/en/search'].flatMap((path) => [`Disallow: ${path}$`, `Disallow: ${path}?`]);

/** Robots may read everything except the search pages, whose number is unlimited. */
export const robots =
  ({ config }: Pick<Services, 'config'>): RequestHandler =>
  (_request, response) => {
    const lines = ['User-agent: *', ...SEARCH, '', `Sitemap: ${config.siteUrl}/sitemap.xml`];
    response.type('text/plain').send(`${lines.join('\n')}\n`);
  };
