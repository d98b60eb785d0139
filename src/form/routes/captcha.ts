import { type Request, type RequestHandler, Router } from 'express';
import { addressOf } from '../../http/middleware/address.ts';
import { refuseForeign } from '../../http/middleware/cross-site.ts';
import { isFor } from '../../http/middleware/request-log.ts';
import { Failure } from '../../lib/failures.ts';
import type { Services } from '../../services.ts';
import type { Code } from '../../store/drafts/draft-captcha.ts';

type Dependencies = Pick<Services, 'captchaCodes' | 'config' | 'limiters'>;

/** The picture and the sound of a form's code, in the language of the prefix. */
export function captcha(services: Dependencies): Router {
  const { config, limiters } = services;
  const guards = (limited: 'codePictures' | 'codeSounds') => [
    isFor('captcha'),
    refuseForeign(config.siteUrl),
    limiters.reading(limited),
  ];
  const router = Router({ caseSensitive: true });
  router.get('/captcha/image', guards('codePictures'), image(services));
  router.get('/captcha/audio', guards('codeSounds'), audio(services));
  return router;
}

/** The code that the address brings sealed: it needs neither cookie nor store. */
function shownCode({ captchaCodes }: Dependencies, request: Request): Code {
  const code = captchaCodes.open(addressOf(request).query.get('code') ?? undefined);
  if (!code) throw new Failure('notFound', { detail: 'no code is asked for' });
  return code;
}

function image(services: Dependencies): RequestHandler {
  return async (request, response) => {
    if (request.lng !== 'zh') throw new Failure('notFound');
    const picture = await services.captchaCodes.picture(shownCode(services, request));
    response.removeHeader('Content-Language');
    response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'image/png' }).send(picture);
  };
}

/** The code spoken, as a WAV. Apple's players ask for it in ranges, and play nothing where they get none. */
function audio(services: Dependencies): RequestHandler {
  return (request, response) => {
    const sound = services.captchaCodes.sound(shownCode(services, request), request.lng);
    response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'audio/wav', 'Accept-Ranges': 'bytes' });
    const ranges = request.range(sound.length);
    const [range, ...more] = Array.isArray(ranges) ? ranges : [];
    if (!range || more.length > 0) return void response.send(sound);
    const { start, end } = range;
    response
      .status(206)
      .set('Content-Range', `bytes ${start}-${end}/${sound.length}`)
      .send(sound.subarray(start, end + 1));
  };
}
