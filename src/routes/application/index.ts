import { type RequestHandler, Router } from 'express';
import { Failure } from '../../failures.ts';
import { refuseForeign } from '../../middleware/cross-site.ts';
import { limitPerMinute } from '../../middleware/rate-limit.ts';
import { isFor } from '../../middleware/request-log.ts';
import type { Services } from '../../services.ts';
import { answerFiles, backToForm } from './files.ts';
import { answerForm, showForm } from './form.ts';
import { onlyFormAddresses } from './place.ts';
import { showReceipt } from './sent.ts';

/** The application form, at the path that the menu gives it, and the addresses below. */
export function application(services: Services): Router {
  const { siteUrl, rateLimitPerMinute } = services.config;
  const router = Router({ caseSensitive: true });
  const guards = [
    refuseForeign(siteUrl),
    limitPerMinute(services, { name: 'posts', perMinute: rateLimitPerMinute }),
  ];
  router.use(onlyFormAddresses(services), isFor('form'));
  router.get('/', showForm(services));
  router.post('/', guards, answerForm(services));
  router.get('/files', backToForm(services));
  router.post('/files', guards, answerFiles(services));
  router.get('/sent', showReceipt(services));
  router.use(otherMethods);
  return router;
}

const otherMethods: RequestHandler = ({ path }, response) => {
  response.set('Allow', path === '/sent' ? 'GET, HEAD' : 'GET, HEAD, POST');
  throw new Failure('methodNotAllowed');
};
