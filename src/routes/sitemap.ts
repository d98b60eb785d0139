import type { RequestHandler } from 'express';
import { sitemap as buildSitemap } from '../pages/sitemap.ts';
import type { Services } from '../services.ts';
import { redirectedTo, tellAge } from './context.ts';

/** Every page of both languages, for search engines. */
export const sitemap =
  ({ content, config }: Services): RequestHandler =>
  async (request, response) => {
    if (redirectedTo('/sitemap.xml', request, response)) return;
    const reader = content.reader('zh');
    const body = await buildSitemap(reader, config.siteUrl);
    tellAge(response, reader.dependencies);
    response.set('Cache-Control', 'no-cache').type('application/xml').send(body);
  };
