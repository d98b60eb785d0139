import type { CaptchaModel } from '../../views/forms/form-model.ts';
import type { CaptchaDesk } from '../captcha/captcha-desk.ts';
import { type Code, liveCode } from '../store/draft-captcha.ts';
import type { Draft } from '../store/drafts.ts';
import type { FormRequest } from './form-request.ts';

/**
 * The code that a form asks for. A draft has one of its own; a form without a draft, or one that only looks where the draft has
 * none, brings a sealed one: nothing is written for it. What was typed and not judged comes back beside the code it is for.
 */
export async function shownCaptcha(desk: CaptchaDesk, form: FormRequest): Promise<CaptchaModel> {
  const { draft, posted } = form;
  const typed = posted?.captcha ?? '';
  const isOpen = draft !== undefined && draft.reference === null;
  if (isOpen && draft.captchaSolvedAt !== null) return { isSolved: true };
  if (typed !== '' && desk.isSealed(posted?.sealedCode)) {
    return { isSolved: false, sealed: posted.sealedCode, typed };
  }
  const code = isOpen ? await codeOfDraft(desk, draft, form) : undefined;
  if (code === 'solved') return { isSolved: true };
  if (code) return { isSolved: false, version: code.expiresAt.toString(36), typed };
  return { isSolved: false, sealed: desk.seal(), typed: '' };
}

async function codeOfDraft(
  desk: CaptchaDesk,
  draft: Draft,
  { isLooking, trouble }: FormRequest,
): Promise<Code | 'solved' | undefined> {
  if (isLooking) return liveCode(draft, Date.now());
  try {
    return (await desk.current(draft.id)) ?? 'solved';
  } catch (error) {
    if (!trouble) throw error;
    return liveCode(draft, Date.now());
  }
}
