import type { RequestHandler } from 'express';
import { redirectToCanonical } from '../../http/middleware/address.ts';
import { languageFacts } from '../../i18n/languages.ts';
import { atomFeed } from '../../pages/feeds/atom-feed.ts';
import type { Services } from '../../services.ts';

export const feed =
  ({ requestContexts }: Pick<Services, 'requestContexts'>): RequestHandler =>
  async (request, response) => {
    if (redirectToCanonical(`${languageFacts[request.lng].prefix}/feed.xml`, request, response)) return;
    const body = await atomFeed(await requestContexts.siteContextOf(request));
    requestContexts.setContentAge(response);
    response.set('Cache-Control', 'no-cache').type('application/atom+xml').send(body);
  };
