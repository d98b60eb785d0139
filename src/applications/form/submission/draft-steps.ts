import type { Request } from 'express';
import { addressHash } from '../../../http/middleware/limiters.ts';
import { newIdentifier } from '../../../lib/identifiers.ts';
import type { Values } from '../../rules/fields.ts';
import { DRAFT_KILOBYTES } from '../../rules/limits.ts';
import { normaliseCaptcha } from '../../rules/text.ts';
import { expiryOf } from '../../store/drafts/drafts.ts';
import { parseFields } from '../../store/engine/tables.ts';
import type { FormRequest } from '../form-request.ts';
import { resolvePrivacyNoticeVersion } from '../privacy-notice.ts';
import { saveSession } from '../session.ts';
import { type DraftFiles, intendedFileIds } from './changed-files.ts';
import type { DraftState } from './decide.ts';
import type { DraftLookup, Submission } from './submission.ts';

export const NO_DRAFT: DraftLookup = { lookup: 'none' };

/** Finds the draft with this key, or the session's latest draft if there is no key. */
export async function findDraft(form: FormRequest, key: string | undefined): Promise<DraftLookup> {
  const { services, request, session } = form;
  const { applications, drafts } = services.store;
  if (key === undefined) {
    const latest = session.id && (await drafts.latestOf(session.id));
    return latest ? { lookup: 'own', draft: latest } : NO_DRAFT;
  }
  const [sent, draft] = await Promise.all([applications.referenceOf(key), drafts.byKey(key)]);
  const reference = sent ?? draft?.reference ?? undefined;
  if (reference !== undefined) return { lookup: 'sent', reference };
  if (!draft) return NO_DRAFT;
  if (expiryOf(draft) < services.store.now()) {
    // Frees the key for a new draft before the sweep does.
    await drafts.remove(draft.id);
    return NO_DRAFT;
  }
  return draft.session === request.sessionID ? { lookup: 'own', draft } : { lookup: 'otherSession' };
}

/**
 * Finds or begins the draft of a submission. With `mayReplaceKey`, it begins a new draft instead of one that was sent or belongs to
 * another session, because the response can replace the key of the page.
 */
export async function openDraft(
  form: FormRequest,
  key: string | undefined,
  mayReplaceKey: boolean,
): Promise<DraftLookup> {
  const found = await findDraft(form, key);
  if (found.lookup === 'none') return beginDraft(form, found, key);
  return found.lookup === 'own' || !mayReplaceKey ? found : beginDraft(form, found);
}

/** Begins a draft, with a new key by default. */
export async function beginDraft(
  form: FormRequest,
  found: DraftLookup,
  key = newIdentifier(),
): Promise<DraftLookup> {
  const { services, request, session } = form;
  const { quotas, store, secret } = services;
  // The session must be stored before the draft, or the applicant could not find the draft.
  if (session.id === undefined) await storeSession(request);
  const owner = { id: '', session: request.sessionID };
  const draft = await store.drafts.create({
    language: request.lng,
    addressHash: addressHash(request.ip, secret),
    session: request.sessionID,
    submitKey: key,
    quotas: [
      ...quotas.of('drafts', owner, request.ip),
      ...quotas.of('kilobytes', owner, request.ip, DRAFT_KILOBYTES),
    ],
  });
  if (draft) return { ...found, draft, isNew: true };
  // A concurrent submission has begun this form's draft, or a quota is used up.
  if ((await findDraft(form, key)).lookup !== 'none') return openDraft(form, key, true);
  discardNewSession(form);
  return { ...found, refusal: 'full' };
}

async function storeSession(request: Request): Promise<void> {
  const { session } = request;
  session.isKept = true;
  await saveSession(request).catch((error: unknown) => {
    delete session.isKept;
    throw error;
  });
}

/** Removes a new draft that the applicant will not use, and the session if it is new too. */
export async function discardNewDraft(form: FormRequest, { draft, isNew }: DraftLookup): Promise<void> {
  if (!draft || !isNew) return;
  await form.services.store.drafts.remove(draft.id);
  discardNewSession(form);
}

function discardNewSession({ request, session }: FormRequest): void {
  if (session.id === undefined) request.session?.destroy(() => undefined);
}

/** A submission that is stored in a draft. */
type DraftSubmission = Submission & { draft: NonNullable<Submission['draft']> };

export const isDraftSubmission = (submission: Submission): submission is DraftSubmission =>
  submission.draft !== undefined;

/** Removes the file whose button was pressed, if any, and checks the captcha answer. */
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
  // An empty answer must not use up the code. Validating the whole form reports it.
  if (normaliseCaptcha(captcha) === '') return updated;
  const captchaProblem = await services.captchaCodes.checkAnswer(draft, submission, request.ip);
  // The answer was not checked, so the form keeps the code and the typed answer.
  if (captchaProblem?.code === 'captchaTooOften') return { ...updated, captchaProblem };
  if (captchaProblem) return { ...updated, captchaProblem, sealedCode: undefined };
  const solved = { ...draft, captchaSolvedAt: draft.captchaSolvedAt ?? now() };
  return { ...updated, draft: solved, sealedCode: undefined };
}

/** Reads the draft's state, which `decide` needs. */
export async function readDraft(form: FormRequest, submission: DraftSubmission): Promise<DraftState> {
  const { drafts, applications } = form.services.store;
  const { id } = submission.draft;
  const [current, files] = await Promise.all([drafts.get(id), readDraftFiles(form.services.store, id)]);
  const values = current ? parseFields(current.fields) : {};
  const state = { ...files, values, isCaptchaSolved: current?.captchaSolvedAt != null };
  if (submission.intent.kind !== 'submit') return state;
  // A concurrent submission may have sent the draft and used up the captcha code.
  const reference = current?.reference ?? (await applications.referenceOf(submitKeyOf(submission)));
  if (reference === undefined) return state;
  return { ...state, sent: { reference, application: await applications.get(reference) } };
}

const submitKeyOf = ({ submitKey, draft }: DraftSubmission): string => submitKey ?? draft.submitKey;

/** Sends the draft. Rereads its state if it was sent or its files were changed meanwhile. */
export async function sendDraft(
  form: FormRequest,
  submission: DraftSubmission,
  state: DraftState,
  application: Values,
): Promise<DraftState> {
  const { services, request, siteData } = form;
  const { reader } = services.requestContexts.contextOf(request);
  const { draft, privacyNotice } = submission;
  const result = await services.store.applications.submit(draft.id, submitKeyOf(submission), application, {
    quotas: services.quotas.of('applications', draft, request.ip),
    channels: services.deliveries.channels,
    privacyNotice: await resolvePrivacyNoticeVersion(reader, siteData.menu, privacyNotice),
    fileIds: intendedFileIds(submission),
  });
  if ('isNew' in result && result.isNew) return { ...state, accepted: result.reference };
  if ('until' in result) return { ...state, blockedUntil: result.until };
  if ('refused' in result && result.refused === 'gone') throw new Error('the draft is gone');
  return readDraft(form, submission);
}

/** Stores the texts in a new draft, because another submission has already sent the form's draft with different content. */
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
): Promise<DraftFiles> {
  const [files, unfinished] = await Promise.all([
    drafts.files(draftId),
    resumableUploads.unfinished(draftId),
  ]);
  return { files, unfinished };
}
