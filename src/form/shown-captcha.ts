import type { CaptchaModel } from '../../views/forms/application-form.model.ts';
import type { CaptchaCodes } from '../captcha/captcha-codes.ts';
import { type Code, liveCode } from '../store/draft-captcha.ts';
import type { Draft } from '../store/drafts.ts';
import type { FormRequest } from './form-request.ts';

/**
 * The code that a form asks for. A draft has one of its own; a form without a draft, or one that only looks where the draft has
 * none, brings a sealed one: nothing is written for it. What was typed and not judged comes back beside the code it is for.
 */
export async function shownCaptcha(codes: CaptchaCodes, form: FormRequest): Promise<CaptchaModel> {
  const { draft, posted } = form;
  const typed = posted?.captcha ?? '';
  const isOpen = draft !== undefined && draft.reference === null;
  if (isOpen && draft.captchaSolvedAt !== null) return { isSolved: true };
  if (typed !== '' && codes.isSealed(posted?.sealedCode)) {
    return { isSolved: false, sealed: posted.sealedCode, typed };
  }
  const code = isOpen ? await codeOfDraft(codes, draft, form) : undefined;
  if (code === 'solved') return { isSolved: true };
  if (code) return { isSolved: false, version: code.expiresAt.toString(36), typed };
  return { isSolved: false, sealed: codes.seal(), typed: '' };
}

async function codeOfDraft(
  codes: CaptchaCodes,
  draft: Draft,
  { isLooking, failure }: FormRequest,
): Promise<Code | 'solved' | undefined> {
  if (isLooking) return liveCode(draft, Date.now());
  try {
    return (await codes.current(draft.id)) ?? 'solved';
  } catch (error) {
    if (!failure) throw error;
    return liveCode(draft, Date.now());
  }
}
