import type { RequestHandler } from 'express';
import { redirectToCanonical } from '../../http/middleware/address.ts';
import { languageFacts } from '../../i18n/languages.ts';
import type { Services } from '../../services.ts';
import { atomFeed } from './atom-feed.ts';

export const feed =
  ({ requestContexts, pageSender }: Pick<Services, 'requestContexts' | 'pageSender'>): RequestHandler =>
  async (request, response) => {
    const { lng: language } = request;
    const address = `${languageFacts[language].prefix}/feed.xml`;
    if (redirectToCanonical(address, request, response)) return;
    const context = await requestContexts.siteContextOf(request);
    const document = {
      address,
      body: await atomFeed(context, request.log),
      type: 'application/atom+xml',
      language,
    };
    pageSender.sendDocument(request, response, document, context.reader);
  };
