import type { RequestHandler } from 'express';
import type { Services } from '../services/index.ts';

/** All may read all but the search pages, whose number has no end. */
export const robots =
  ({ config }: Services): RequestHandler =>
  (_request, response) => {
    const lines = [
      'User-agent: *',
      'Disallow: /search',
      'Disallow: /en/search',
      '',
      `Sitemap: ${config.siteUrl}/sitemap.xml`,
    ];
    response.type('text/plain').send(`${lines.join('\n')}\n`);
  };
