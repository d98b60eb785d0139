import type { Problem } from '../../rules/problems.ts';
import { normaliseCaptcha } from '../../rules/text.ts';
import type { StoredFile } from '../../store/drafts/draft-files.ts';
import type { Unfinished } from '../../store/drafts/unsent-files.ts';
import type { FormRequest } from '../form-request.ts';
import { findSent } from './open-draft.ts';
import type { Saved, Sent } from './submission.ts';

type DraftFiles = { files: readonly StoredFile[]; unfinished: readonly Unfinished[] };

type Update = {
  /** The submission with the current state of its draft. */
  saved: Saved;
  /** Whether a file of the draft was removed. */
  hasRemoved: boolean;
  captchaProblem?: Problem;
};

/** The draft of a submission after its button and its captcha answer. `sent`: a concurrent submission has sent it. */
export type UpdatedDraft = Update & DraftFiles & { sent?: Sent };

/** Removes the file whose button was pressed, if any, checks the captcha answer, and reads the draft. */
export async function updateDraft(form: FormRequest, saved: Saved): Promise<UpdatedDraft> {
  const hasRemoved = await removeFile(form, saved);
  const { services, request } = form;
  const { draft, input } = saved;
  // An empty answer must not use up the code. Validating the whole form reports it.
  if (normaliseCaptcha(input.captcha) === '') return readDraft(form, { saved, hasRemoved });
  const captchaProblem = await services.captchaCodes.checkAnswer(draft, input, request.ip);
  // The answer was not checked, so the form keeps the code and the typed answer.
  const isUnchecked = captchaProblem?.code === 'captchaTooOften';
  const answered = isUnchecked ? saved : { ...saved, input: { ...input, sealedCode: undefined } };
  return readDraft(form, { saved: answered, hasRemoved, captchaProblem });
}

async function removeFile({ services }: FormRequest, { draft, input: { intent } }: Saved): Promise<boolean> {
  const { drafts, resumableUploads } = services.store;
  if (intent.kind !== 'remove') return false;
  return (
    (await drafts.removeFile(draft.id, intent.fileId)) || resumableUploads.remove(draft.id, intent.fileId)
  );
}

/** Reads the current state of a draft, which other requests may have changed. */
export async function readDraft(
  form: FormRequest,
  { saved, hasRemoved, captchaProblem }: Update,
): Promise<UpdatedDraft> {
  const { store } = form.services;
  const { id } = saved.draft;
  const [draft = saved.draft, files] = await Promise.all([store.drafts.get(id), readDraftFiles(store, id)]);
  const updated = { ...files, saved: { ...saved, draft }, hasRemoved, captchaProblem };
  if (saved.input.intent.kind !== 'submit') return updated;
  // A concurrent submission may have sent the draft and used up the captcha code.
  const reference =
    draft.reference ?? (await store.applications.referenceOf(saved.input.submitKey ?? draft.submitKey));
  return { ...updated, sent: await findSent(form, reference) };
}

export async function readDraftFiles(
  { drafts, resumableUploads }: FormRequest['services']['store'],
  draftId: string,
): Promise<DraftFiles> {
  const [files, unfinished] = await Promise.all([
    drafts.files(draftId),
    resumableUploads.unfinished(draftId),
  ]);
  return { files, unfinished };
}
