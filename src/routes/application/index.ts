import { type RequestHandler, Router } from 'express';
import { Failure } from '../../failures.ts';
import { refuseCrossSite, refuseForeign } from '../../middleware/cross-site.ts';
import { formBody } from '../../middleware/form-body.ts';
import { knownDraft } from '../../middleware/form-draft.ts';
import { keepFields, keepFieldsOfBroken } from '../../middleware/form-fields.ts';
import { formSession } from '../../middleware/form-session.ts';
import { limitPerMinute } from '../../middleware/rate-limit.ts';
import { limitReading } from '../../middleware/reading-limit.ts';
import { isFor } from '../../middleware/request-log.ts';
import type { Services } from '../../services.ts';
import { captchaAudio, captchaImage, unlessSealed } from './captcha.ts';
import { answerForm } from './form.ts';
import { applicationForm } from './place.ts';
import { showReceipt } from './sent.ts';
import { backToForm, showForm } from './show.ts';

/** The application form, at the path that the menu gives it, and what stands below. */
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

/** The picture and the sound of the code, in the language of the prefix. */
export function captcha(services: Services): Router {
  const router = Router({ caseSensitive: true });
  const { siteUrl, rateLimitPerMinute } = services.config;
  const isLimited = rateLimitPerMinute > 0;
  const session = unlessSealed(formSession(services, { onlyLooks: true }));
  const road = (limited: 'codePictures' | 'codeSounds') => [
    isFor('captcha'),
    refuseForeign(siteUrl),
    limitReading(limited, isLimited),
    session,
  ];
  router.get('/captcha/image', road('codePictures'), captchaImage(services));
  router.get('/captcha/audio', road('codeSounds'), captchaAudio(services));
  return router;
}

const otherMethods: RequestHandler = ({ path }, response) => {
  response.set('Allow', path === '/sent' ? 'GET, HEAD' : 'GET, HEAD, POST');
  throw new Failure('methodNotAllowed');
};
