import type { Values } from '../../rules/fields.ts';
import type { FormRequest } from '../form-request.ts';
import { resolvePrivacyNoticeVersion } from '../privacy-notice.ts';
import { intendedFileIds } from './changed-files.ts';
import { judge } from './judge.ts';
import { replaceDraft } from './open-draft.ts';
import type { Outcome } from './outcomes.ts';
import type { Saved, Submission } from './submission.ts';
import { readDraft, type UpdatedDraft, updateDraft } from './update-draft.ts';

/** An outcome with the submission whose form the response shows. */
export type Settled = { submission: Submission; outcome: Outcome };

/** Updates and judges the draft of a submission, and submits it if it is valid. */
export async function settleDraft(form: FormRequest, saved: Saved): Promise<Settled> {
  const draft = await updateDraft(form, saved);
  const settled = (await attempt(form, draft)) ?? (await attempt(form, await readDraft(form, draft)));
  if (!settled) throw new Error('the draft changed during both attempts');
  return settled;
}

/** Returns undefined if the draft changed between the judgement and the submit. */
async function attempt(form: FormRequest, draft: UpdatedDraft): Promise<Settled | undefined> {
  const { saved, sent } = draft;
  const judged = judge(draft);
  if ('application' in judged) {
    const outcome = await submit(form, draft, judged.application);
    return outcome && { submission: saved, outcome };
  }
  const isReplaced = judged.kind === 'alreadySent' && sent !== undefined;
  return { submission: isReplaced ? await replaceDraft(form, saved, sent) : saved, outcome: judged };
}

/** Submits a valid draft. Returns undefined if it was sent or its files were changed meanwhile. */
async function submit(
  form: FormRequest,
  { saved }: UpdatedDraft,
  application: Values,
): Promise<Outcome | undefined> {
  const { services, request, siteData } = form;
  const { reader } = services.requestContexts.contextOf(request);
  const { draft, input } = saved;
  const submitKey = input.submitKey ?? draft.submitKey;
  const result = await services.store.applications.submit(draft.id, submitKey, application, {
    quotas: services.quotas.of('applications', draft, request.ip),
    channels: services.deliveries.channels,
    privacyNotice: await resolvePrivacyNoticeVersion(reader, siteData.menu, input.privacyNotice),
    fileIds: intendedFileIds(saved),
  });
  if ('reference' in result)
    return result.isNew ? { kind: 'accepted', reference: result.reference } : undefined;
  if ('until' in result) return { kind: 'tooManySent', until: result.until };
  if (result.refused === 'gone') throw new Error('the draft is gone');
  return undefined;
}
