import type { RequestHandler } from 'express';
import { Failure } from '../../failures.ts';
import type { Services } from '../../services/index.ts';

/** The code of the visitor's draft as a PNG. */
export function captchaImage({ captchaDesk }: Services): RequestHandler {
  return async ({ session, lng }, response) => {
    if (lng !== 'zh') throw new Failure('notFound');
    const picture = session.draftId && (await captchaDesk.picture(session.draftId));
    if (!picture) throw new Failure('notFound', { detail: 'no code is asked for' });
    response.removeHeader('Content-Language');
    response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'image/png' }).send(picture);
  };
}

/** The same code spoken, as a WAV. Players of Apple's ask for it in pieces, and play nothing where they get none. */
export function captchaAudio({ captchaDesk }: Services): RequestHandler {
  return async (request, response) => {
    const { session, lng } = request;
    const sound = session.draftId && (await captchaDesk.sound(session.draftId, lng));
    if (!sound) throw new Failure('notFound', { detail: 'no code is asked for' });
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
