import type { RequestHandler } from 'express';
import { addressOf } from '../../http/middleware/address.ts';
import type { Services } from '../../services.ts';

/** Verification files of search engines and WeChat, with the type of their extension. */
export const rootFiles =
  ({ config }: Pick<Services, 'config'>): RequestHandler =>
  (request, response, next) => {
    const { segments, prefix } = addressOf(request);
    const [name = '', ...more] = segments;
    const body = prefix === '' && more.length === 0 ? config.rootFiles.get(name) : undefined;
    if (!body) return next();
    response.set('Cache-Control', 'no-cache').type(name).send(body);
  };
