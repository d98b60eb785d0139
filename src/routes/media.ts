import type { RequestHandler } from 'express';
import type { Services } from '../services.ts';

/** How long a resized picture may be kept without asking again, and how long an outdated one may be used, in seconds. */
const CACHE = 'public, max-age=86400, stale-while-revalidate=604800, no-transform';

/** A picture of the backend at one of the fixed widths, in the best format that the browser takes. */
export function media({
  pictures,
}: Pick<Services, 'pictures'>): RequestHandler<{ token: string; width: string; name: string }> {
  return async (request, response) => {
    const { token, width, name } = request.params;
    const { body, type, etag } = await pictures.media(token, name, {
      width,
      accept: request.get('Accept') ?? '',
      savesData: request.get('Save-Data')?.toLowerCase() === 'on',
    });
    response
      .vary('Accept, Save-Data')
      .set({ 'Cache-Control': CACHE, 'Content-Security-Policy': "default-src 'none'; sandbox", ETag: etag })
      .type(type)
      .send(body);
  };
}
