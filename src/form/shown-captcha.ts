import type { CaptchaModel } from '../../views/forms/application-form.model.ts';
import type { CaptchaCodes } from '../captcha/captcha-codes.ts';
import type { FormRequest } from './form-request.ts';

/** The code that a form asks for: the one that it was posted with as long as nothing was judged by it, else a new one. */
export function shownCaptcha(
  codes: CaptchaCodes,
  { draft, posted, isCookieLost }: FormRequest,
): CaptchaModel {
  // Without cookies the next POST does not find the draft that is solved.
  if (draft && draft.captchaSolvedAt !== null && !isCookieLost) return { isSolved: true };
  if (posted?.sealedCode !== undefined && codes.open(posted.sealedCode))
    return { isSolved: false, sealed: posted.sealedCode, typed: posted.captcha };
  return { isSolved: false, sealed: codes.seal(), typed: '' };
}
