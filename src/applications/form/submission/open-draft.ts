import type { Request } from 'express';
import { addressHash } from '../../../http/middleware/rate-limits.ts';
import { newIdentifier } from '../../../lib/identifiers.ts';
import { DRAFT_KILOBYTES } from '../../rules/limits.ts';
import { type Draft, expiryOf } from '../../store/drafts/drafts.ts';
import type { FormRequest } from '../form-request.ts';
import { saveSession } from '../session.ts';
import type { Found, Saved, Sent, Unsaved, UpdatedDraft } from './submission.ts';

/** Without a draft and a reason, the page must keep its key. */
export type Opened =
  | { found: Found; draft: Draft; isNew: boolean }
  | { found: Found; draft?: undefined; reason?: 'unsigned' | 'tooManyDrafts' };

export const NO_DRAFT: Found = { lookup: 'none' };

/** Finds the draft with this key, or the session's latest draft if there is no key. */
export async function findDraft(form: FormRequest, key: string | undefined): Promise<Found> {
  const { services, request, session } = form;
  const { applications, drafts } = services.store;
  if (key === undefined) {
    const latest = session.id && (await drafts.latestOf(session.id));
    return latest ? { lookup: 'own', draft: latest } : NO_DRAFT;
  }
  const [reference, draft] = await Promise.all([applications.referenceOf(key), drafts.byKey(key)]);
  const sent = await findSent(form, reference ?? draft?.reference);
  if (sent) return { lookup: 'sent', sent };
  if (!draft) return NO_DRAFT;
  if (expiryOf(draft) < services.store.now()) {
    // Frees the key for a new draft before the sweep does.
    await drafts.remove(draft.id);
    return NO_DRAFT;
  }
  return draft.session === request.sessionID ? { lookup: 'own', draft } : { lookup: 'otherSession' };
}

export const findSent = async (
  { services }: FormRequest,
  reference: string | null | undefined,
): Promise<Sent | undefined> =>
  reference ? { reference, application: await services.store.applications.get(reference) } : undefined;

type Opening = {
  mayBegin: boolean;
  /** Whether the response shows a new key, so that a new draft may replace one that was sent or is in another session. */
  mayReplaceKey?: boolean;
};

export async function openDraft(
  form: FormRequest,
  key: string | undefined,
  opening: Opening,
): Promise<Opened> {
  const found = await findDraft(form, key);
  if (found.draft) return { found, draft: found.draft, isNew: false };
  if (!opening.mayBegin) return { found };
  if (found.lookup !== 'none' && !opening.mayReplaceKey) return { found };
  const begun = await beginDraft(form, found, found.lookup === 'none' ? key : undefined);
  if (begun.draft) return begun;
  // A concurrent submission may have begun this form's draft.
  if (found.lookup === 'none' && (await findDraft(form, key)).lookup !== 'none')
    return openDraft(form, key, opening);
  discardNewSession(form);
  return begun;
}

/** Begins a draft, with a new key by default, unless the key is taken or a quota is used up. */
async function beginDraft(form: FormRequest, found: Found, key = newIdentifier()): Promise<Opened> {
  const { services, request, session } = form;
  const { quotas, store, secret } = services;
  // The session must be stored before the draft, or the applicant could not find the draft.
  if (session.id === undefined) await storeSession(request);
  const client = { id: '', session: request.sessionID };
  const draft = await store.drafts.create({
    language: request.lng,
    addressHash: addressHash(request.ip, secret),
    session: request.sessionID,
    submitKey: key,
    quotas: [
      ...quotas.of('drafts', client, request.ip),
      ...quotas.of('kilobytes', client, request.ip, DRAFT_KILOBYTES),
    ],
  });
  return draft ? { found, draft, isNew: true } : { found, reason: 'tooManyDrafts' };
}

async function storeSession(request: Request): Promise<void> {
  const { session } = request;
  session.isKept = true;
  await saveSession(request).catch((error: unknown) => {
    delete session.isKept;
    throw error;
  });
}

/** Removes a draft that the applicant will not use, if it is new, and a new session. */
export async function discardNewDraft(
  form: FormRequest,
  { draft, isNew }: Pick<Saved, 'draft' | 'isNew'>,
): Promise<void> {
  if (!isNew) return;
  await form.services.store.drafts.remove(draft.id);
  discardNewSession(form);
}

function discardNewSession({ request, session }: FormRequest): void {
  if (session.id === undefined) request.session?.destroy(() => undefined);
}

/** Stores the values in a new draft after another submission has sent the form's draft with different content. */
export async function replaceDraft(form: FormRequest, saved: Saved, sent: Sent): Promise<Saved | Unsaved> {
  const opened = await beginDraft(form, { lookup: 'sent', sent });
  if (!opened.draft) return { ...saved, ...opened, stage: 'unsaved' };
  await form.services.store.drafts.saveFields(opened.draft.id, saved.input.values);
  return { ...saved, ...opened };
}

export async function readDraftFiles(
  { drafts, resumableUploads }: FormRequest['services']['store'],
  draftId: string,
): Promise<Pick<UpdatedDraft, 'files' | 'unfinished'>> {
  const [files, unfinished] = await Promise.all([
    drafts.files(draftId),
    resumableUploads.unfinished(draftId),
  ]);
  return { files, unfinished };
}
