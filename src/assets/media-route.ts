import type { RequestHandler, Response } from 'express';
import { addressKey } from '../http/middleware/limiters.ts';
import { FOR_ALL_ORIGINS } from '../http/middleware/security-headers.ts';
import type { Services } from '../services.ts';

const CACHE = 'public, max-age=86400, stale-while-revalidate=604800, no-transform';

/** The route sets the headers of the picture itself. */
const AS_FILE: Parameters<Response['sendFile']>[1] & object = {
  acceptRanges: false,
  cacheControl: false,
  dotfiles: 'allow',
  etag: false,
  lastModified: false,
};

/** A picture of the backend at one of the fixed widths, in the best format that the browser accepts. */
export function media({
  pictures,
}: Pick<Services, 'pictures'>): RequestHandler<{ token: string; width: string; name: string }> {
  return async (request, response) => {
    const { token, width, name } = request.params;
    const { content, type, etag } = await pictures.media(token, name, {
      width,
      // `Accept: */*` does not name a format.
      accepted: request.accepts().map((type) => type.toLowerCase()),
      client: addressKey(request.ip),
      savesData: request.get('Save-Data')?.toLowerCase() === 'on',
    });
    response
      .vary('Accept, Save-Data')
      .set({
        'Cache-Control': CACHE,
        'Content-Security-Policy': "default-src 'none'; sandbox",
        ...FOR_ALL_ORIGINS,
        ETag: etag,
      })
      .type(type);
    if (typeof content === 'string') response.sendFile(content, AS_FILE);
    else response.send(content);
  };
}
