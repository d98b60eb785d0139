import type { Values } from '../../rules/fields.ts';
import { normaliseCaptcha } from '../../rules/text.ts';
import { type FormRequest, isSingleFile } from '../form-request.ts';
import { shownVersion } from '../privacy-notice.ts';
import { intendedFileIds } from './changes.ts';
import type { DraftState } from './decide.ts';
import { beginDraft } from './open-draft.ts';
import type { Submission } from './submission.ts';

/** A submission with a draft that stores it. */
export type DraftSubmission = Submission & { draft: NonNullable<Submission['draft']> };

export const hasDraft = (submission: Submission): submission is DraftSubmission =>
  submission.draft !== undefined;

/** Removes the file whose button was pressed, and checks the captcha answer. */
export async function updateDraft(
  { services, request }: FormRequest,
  submission: DraftSubmission,
): Promise<DraftSubmission> {
  const { draft, intent, captcha } = submission;
  const { drafts, resumableUploads, now } = services.store;
  const hasRemoved =
    intent.kind === 'remove' &&
    ((await drafts.removeFile(draft.id, intent.fileId)) ||
      (await resumableUploads.remove(draft.id, intent.fileId)));
  const updated = { ...submission, hasRemoved };
  // Validating the whole form reports an empty answer, so it must not use up the code.
  if (normaliseCaptcha(captcha) === '') return updated;
  const captchaProblem = await services.captchaCodes.answer(draft, submission, request.ip);
  // The form keeps an unused code and the typed answer.
  if (captchaProblem?.code === 'captchaTooOften') return { ...updated, captchaProblem };
  if (captchaProblem) return { ...updated, captchaProblem, sealedCode: undefined };
  const solved = { ...draft, captchaSolvedAt: draft.captchaSolvedAt ?? now() };
  return { ...updated, draft: solved, sealedCode: undefined };
}

/** Reads the draft's state, which `decide` needs. */
export async function readDraft(form: FormRequest, submission: DraftSubmission): Promise<DraftState> {
  const { drafts, scans } = form.services.store;
  const { id } = submission.draft;
  const [current, values, files, removed] = await Promise.all([
    drafts.get(id),
    drafts.fields(id),
    readDraftFiles(form.services.store, id),
    // The response to a single file shows only that file's problems.
    isSingleFile(form.request) ? [] : scans.removedFiles(id),
  ]);
  const sent = submission.intent.kind === 'submit' && (await findSent(form, submission, current?.reference));
  return {
    ...files,
    values,
    removed,
    isCaptchaSolved: current?.captchaSolvedAt != null,
    sent: sent || undefined,
  };
}

/** Finds the draft's application, because a concurrent submission may have sent it and used up the captcha code. */
async function findSent(
  { services }: FormRequest,
  submission: DraftSubmission,
  ofDraft: string | null | undefined,
): Promise<DraftState['sent']> {
  const { applications } = services.store;
  const reference = ofDraft ?? (await applications.referenceOf(keyOf(submission)));
  return reference === undefined ? undefined : { reference, application: await applications.get(reference) };
}

const keyOf = ({ submitKey, draft }: DraftSubmission): string => submitKey ?? draft.submitKey;

/** Sends the draft and adds the store's result to its state. */
export async function sendDraft(
  form: FormRequest,
  submission: DraftSubmission,
  draft: DraftState,
  application: Values,
): Promise<DraftState> {
  const { services, request, siteData } = form;
  const { applications, scans } = services.store;
  const { id } = submission.draft;
  const { reader } = services.requestContexts.contextOf(request);
  const result = await applications.submit(id, keyOf(submission), application, {
    quotas: services.quotas.ofAddress('applications', request.ip),
    channels: services.deliveries.channels,
    privacyNotice: await shownVersion(reader, siteData.menu, submission.privacyNotice),
    fileIds: intendedFileIds(submission),
  });
  if ('isNew' in result && !result.isNew)
    return { ...draft, sent: await findSent(form, submission, result.reference) };
  if (!('refused' in result) || result.refused !== 'filesChanged') return { ...draft, result };
  const files = await readDraftFiles(services.store, id);
  return { ...draft, ...files, removed: await scans.removedFiles(id), result };
}

/** Stores the texts in a new draft, because another submission has sent the form's draft with other content. */
export async function replaceDraft(
  form: FormRequest,
  submission: Submission,
  reference: string,
): Promise<Submission> {
  const opened = await beginDraft(form, { lookup: 'sent', reference });
  if (opened.draft) await form.services.store.drafts.saveFields(opened.draft.id, submission.values);
  return { ...submission, draft: undefined, ...opened };
}

export async function readDraftFiles(
  { drafts, resumableUploads }: FormRequest['services']['store'],
  draftId: string,
): Promise<Pick<DraftState, 'files' | 'unfinished'>> {
  const [files, unfinished] = await Promise.all([
    drafts.files(draftId),
    resumableUploads.unfinished(draftId),
  ]);
  return { files, unfinished };
}
