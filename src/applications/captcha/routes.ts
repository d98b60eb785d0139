import { type Request, type RequestHandler, Router } from 'express';
import { LANGUAGE_PATHS } from '../../content/site-paths.ts';
import { rejectCrossSite } from '../../http/middleware/cross-site.ts';
import { setKind } from '../../http/middleware/request-log.ts';
import { SiteError } from '../../lib/failures.ts';
import type { Services } from '../../services.ts';
import type { Code } from '../store/drafts/drafts.ts';

type Dependencies = Pick<Services, 'captchaCodes' | 'config' | 'rateLimits'>;

export function captchaRoutes(services: Dependencies): Router {
  const { config, rateLimits } = services;
  const guards = (limited: 'codePictures' | 'codeSounds') => [
    setKind('captcha'),
    rejectCrossSite(config.siteUrl),
    rateLimits.reading(limited),
  ];
  const router = Router({ caseSensitive: true });
  router.get(LANGUAGE_PATHS.captchaImage, guards('codePictures'), sendImage(services));
  router.get(LANGUAGE_PATHS.captchaAudio, guards('codeSounds'), sendAudio(services));
  return router;
}

/** Opens the sealed code in the URL. Needs neither a cookie nor the store. */
function openCode({ captchaCodes }: Dependencies, request: Request): Code {
  const code = captchaCodes.open(request.parsedUrl.query.get('code') ?? undefined);
  if (!code) throw new SiteError('notFound', { detail: 'no valid code in the URL' });
  return code;
}

function sendImage(services: Dependencies): RequestHandler {
  return async (request, response) => {
    if (request.lng !== 'zh') throw new SiteError('notFound');
    const picture = await services.captchaCodes.drawImage(openCode(services, request));
    response.removeHeader('Content-Language');
    response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'image/png' }).send(picture);
  };
}

/** Sends the spoken code as a WAV. Supports ranges, which Apple's players require. */
function sendAudio(services: Dependencies): RequestHandler {
  return (request, response) => {
    const sound = services.captchaCodes.speak(openCode(services, request), request.lng);
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
