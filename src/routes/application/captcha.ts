import type { Request, RequestHandler } from 'express';
import type { ShownCode } from '../../captcha/captcha-codes.ts';
import { Failure } from '../../failures.ts';
import type { Services } from '../../services.ts';

/** The code that a form brings with its address, or else that of the visitor's draft; fails where there is none. */
async function shownCode({ captchaCodes }: Services, { address, session }: Request): Promise<ShownCode> {
  const sealed = sealedIn(address);
  const code =
    sealed === undefined
      ? session.draftId && (await captchaCodes.ofDraft(session.draftId))
      : captchaCodes.ofSealed(sealed);
  if (!code) throw new Failure('notFound', { detail: 'no code is asked for' });
  return code;
}

const sealedIn = ({ query }: Request['address']): string | undefined => query.get('code') ?? undefined;

/** A code that comes with the address needs no session: it can be shown where no store can be asked. */
export const unlessSealed =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    sealedIn(request.address) === undefined ? handler(request, response, next) : next();

/** The code of the form as a PNG. */
export function captchaImage(services: Services): RequestHandler {
  return async (request, response) => {
    if (request.lng !== 'zh') throw new Failure('notFound');
    const picture = await services.captchaCodes.picture(await shownCode(services, request));
    response.removeHeader('Content-Language');
    response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'image/png' }).send(picture);
  };
}

/** The same code spoken, as a WAV. Players of Apple's ask for it in pieces, and play nothing where they get none. */
export function captchaAudio(services: Services): RequestHandler {
  return async (request, response) => {
    const sound = services.captchaCodes.sound(await shownCode(services, request), request.lng);
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
