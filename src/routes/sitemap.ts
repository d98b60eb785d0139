import type { RequestHandler } from 'express';
import type { Services } from '../services/index.ts';
import { sitemap as buildSitemap } from '../services/sitemap.ts';

export const sitemap =
  ({ content, config }: Services): RequestHandler =>
  async (_request, response) => {
    const body = await buildSitemap(content.reader('zh'), config.siteUrl);
    response.set('Cache-Control', 'no-cache').type('application/xml').send(body);
  };
