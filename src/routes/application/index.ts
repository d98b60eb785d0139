import { type RequestHandler, Router } from 'express';
import { Failure } from '../../failures.ts';
import { refuseCrossSite } from '../../middleware/cross-site.ts';
import { formBody } from '../../middleware/form-body.ts';
import { knownDraft } from '../../middleware/form-draft.ts';
import { keepFields, keepFieldsOfBroken } from '../../middleware/form-fields.ts';
import { formSession } from '../../middleware/form-session.ts';
import { limitPerMinute } from '../../middleware/rate-limit.ts';
import { isFor } from '../../middleware/request-log.ts';
import type { Services } from '../../services.ts';
import { answerForm } from './form.ts';
import { applicationForm } from './place.ts';
import { showReceipt } from './sent.ts';
import { backToForm, showForm } from './show.ts';

/** The application form, at the path that the menu gives it, and the addresses below. */
export function application(services: Services): Router {
  const { siteUrl, rateLimitPerMinute } = services.config;
  const router = Router({ caseSensitive: true });
  const session = formSession(services);
  router.use(applicationForm(services), isFor('form'));
  router.get('/', session, knownDraft(services), showForm(services));
  router.get('/files', backToForm);
  router.get('/sent', session, showReceipt(services));
  router.post(
    ['/', '/files'],
    refuseCrossSite(siteUrl),
    limitPerMinute(services, { name: 'posts', perMinute: rateLimitPerMinute }),
    session,
    knownDraft(services),
    formBody(services),
    keepFields(services),
    keepFieldsOfBroken(services),
  );
  router.post(['/', '/files'], answerForm(services));
  router.use(otherMethods);
  return router;
}

const otherMethods: RequestHandler = ({ path }, response) => {
  response.set('Allow', path === '/sent' ? 'GET, HEAD' : 'GET, HEAD, POST');
  throw new Failure('methodNotAllowed');
};
