import type { Values } from '../../rules/fields.ts';
import type { Problem } from '../../rules/problems.ts';
import { normaliseCaptcha } from '../../rules/text.ts';
import type { FormRequest } from '../form-request.ts';
import { loadCurrentVersion } from '../privacy-notice.ts';
import { intendedFileIds, judge } from './judge.ts';
import { findSent, readDraftFiles, replaceDraft } from './open-draft.ts';
import type { Outcome } from './outcomes.ts';
import type { Saved, Submission, UpdatedDraft } from './submission.ts';

/** An outcome with the submission whose form the response shows. */
export type Settled = { submission: Submission; outcome: Outcome };

export async function settleDraft(form: FormRequest, saved: Saved): Promise<Settled> {
  const updated = await updateDraft(form, saved);
  const settled =
    (await attempt(form, updated)) ?? (await attempt(form, await readDraft(form, updated.saved)));
  if (!settled) throw new Error('the draft changed during both attempts');
  return settled;
}

/** Returns undefined if the draft changed between the judgement and the submit. */
async function attempt(form: FormRequest, updated: UpdatedDraft): Promise<Settled | undefined> {
  const { saved, sent } = updated;
  const judged = judge(updated);
  if ('application' in judged) {
    const outcome = await submitValues(form, saved, judged.application);
    return outcome && { submission: saved, outcome };
  }
  const isReplaced = judged.kind === 'alreadySent' && sent !== undefined;
  return { submission: isReplaced ? await replaceDraft(form, saved, sent) : saved, outcome: judged };
}

/** Submits a valid draft. Returns undefined if it was sent or its files were changed meanwhile. */
async function submitValues(form: FormRequest, saved: Saved, values: Values): Promise<Outcome | undefined> {
  const { services, request } = form;
  const { menu } = form.siteData;
  const { reader } = services.requestContexts.contextOf(request);
  const { draft, input } = saved;
  const result = await services.store.applications.submit(draft.id, submitKeyOf(saved), values, {
    quotas: services.quotas.of('applications', draft, request.ip),
    channels: services.deliveries.channels,
    privacyNotice: menu.privacy && (input.privacyNotice ?? (await loadCurrentVersion(reader, menu))),
    fileIds: intendedFileIds(saved),
  });
  if ('reference' in result)
    return result.isNew ? { kind: 'accepted', reference: result.reference } : undefined;
  if ('until' in result) return { kind: 'tooManySent', until: result.until };
  if (result.refused === 'gone') throw new Error('the draft is gone');
  return undefined;
}

/** Removes the file whose button was pressed, checks the captcha answer, and reads the draft. */
async function updateDraft(form: FormRequest, saved: Saved): Promise<UpdatedDraft> {
  const { services, request } = form;
  const { draft, input } = saved;
  if (input.intent.kind === 'remove') await removeFile(form, draft.id, input.intent.fileId);
  // An empty answer must not use up the code. Validating the whole form reports it.
  if (normaliseCaptcha(input.captcha) === '') return readDraft(form, saved);
  const captchaProblem = await services.captchaCodes.checkAnswer(draft, input, request.ip);
  // The answer was not checked, so the form keeps the code and the typed answer.
  const isUnchecked = captchaProblem?.code === 'captchaTooOften';
  const answered = isUnchecked ? saved : { ...saved, input: { ...input, sealedCode: undefined } };
  return readDraft(form, answered, captchaProblem);
}

/** Removes a file or an unfinished upload. Another tab may have removed it. */
async function removeFile({ services }: FormRequest, draftId: string, fileId: string): Promise<void> {
  const { drafts, resumableUploads } = services.store;
  if (!(await drafts.removeFile(draftId, fileId))) await resumableUploads.remove(draftId, fileId);
}

/** Other requests may have changed the draft. */
async function readDraft(form: FormRequest, saved: Saved, captchaProblem?: Problem): Promise<UpdatedDraft> {
  const { store } = form.services;
  const { id } = saved.draft;
  const [draft = saved.draft, files] = await Promise.all([store.drafts.get(id), readDraftFiles(store, id)]);
  const updated = { ...files, saved: { ...saved, draft }, captchaProblem };
  if (saved.input.intent.kind !== 'submit') return updated;
  // A concurrent submission may have sent the draft and used up the captcha code.
  const reference = draft.reference ?? (await store.applications.referenceOf(submitKeyOf(saved)));
  return { ...updated, sent: await findSent(form, reference) };
}

/** Returns the key of the sent form, which also identifies a repeat if the draft got a new key. */
const submitKeyOf = ({ input, draft }: Saved): string => input.submitKey ?? draft.submitKey;
