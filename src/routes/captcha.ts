import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ShownCode } from '../captcha/captcha-codes.ts';
import { Failure } from '../failures.ts';
import { addressOf } from '../middleware/address.ts';
import { refuseForeign } from '../middleware/cross-site.ts';
import { limitReading } from '../middleware/reading-limit.ts';
import { isFor } from '../middleware/request-log.ts';
import type { Services } from '../services.ts';

type Dependencies = Pick<Services, 'captchaCodes' | 'formSessions' | 'config'>;

/** The picture and the sound of a form's code, in the language of the prefix. */
export function captcha(services: Dependencies): Router {
  const { siteUrl, rateLimitPerMinute } = services.config;
  const guards = (limited: 'codePictures' | 'codeSounds') => [
    isFor('captcha'),
    refuseForeign(siteUrl),
    limitReading(limited, rateLimitPerMinute > 0),
  ];
  const router = Router({ caseSensitive: true });
  router.get('/captcha/image', guards('codePictures'), image(services));
  router.get('/captcha/audio', guards('codeSounds'), audio(services));
  return router;
}

/**
 * The code that the address brings sealed, which can be shown while the store is away, or else that of the visitor's draft; fails
 * where there is none.
 */
async function shownCode(
  { captchaCodes, formSessions }: Dependencies,
  request: Request,
  response: Response,
): Promise<ShownCode> {
  const sealed = addressOf(request).query.get('code');
  if (sealed === null) await formSessions.open(request, response, { onlyLooks: true });
  const code =
    sealed === null
      ? request.session.draftId && (await captchaCodes.ofDraft(request.session.draftId))
      : captchaCodes.ofSealed(sealed);
  if (!code) throw new Failure('notFound', { detail: 'no code is asked for' });
  return code;
}

function image(services: Dependencies): RequestHandler {
  return async (request, response) => {
    if (request.lng !== 'zh') throw new Failure('notFound');
    const picture = await services.captchaCodes.picture(await shownCode(services, request, response));
    response.removeHeader('Content-Language');
    response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'image/png' }).send(picture);
  };
}

/** The code spoken, as a WAV. Apple's players ask for it in ranges, and play nothing where they get none. */
function audio(services: Dependencies): RequestHandler {
  return async (request, response) => {
    const sound = services.captchaCodes.sound(await shownCode(services, request, response), request.lng);
    response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'audio/wav', 'Accept-Ranges': 'bytes' });
    const ranges = request.range(sound.length);
    const [range, ...more] = Array.isArray(ranges) ? ranges : [];
    if (!range || more.length > 0) return response.send(sound);
    const { start, end } = range;
    response
      .status(206)
      .set('Content-Range', `bytes ${start}-${end}/${sound.length}`)
      .send(sound.subarray(start, end + 1));
  };
}
