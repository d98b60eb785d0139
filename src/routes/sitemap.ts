import type { RequestHandler } from 'express';
import { xmlSitemap } from '../pages/xml-sitemap.ts';
import type { Services } from '../services.ts';
import { redirectedTo } from './redirect.ts';
import { setContentAge } from './request-context.ts';

/** Every page of both languages, for search engines. */
export const sitemap =
  ({ content, config }: Pick<Services, 'content' | 'config'>): RequestHandler =>
  async (request, response) => {
    if (redirectedTo('/sitemap.xml', request, response)) return;
    const reader = content.reader('zh');
    const body = await xmlSitemap(reader, config.siteUrl);
    setContentAge(response, reader.dependencies);
    response.set('Cache-Control', 'no-cache').type('application/xml').send(body);
  };
