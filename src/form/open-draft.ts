import type { Request } from 'express';
import { addressHash } from '../http/middleware/limiters.ts';
import { newIdentifier } from '../lib/identifiers.ts';
import { type Draft, expiryOf } from '../store/drafts/drafts.ts';
import { type FormRequest, sessionIdOf } from './form-request.ts';
import { saveSession } from './session.ts';

/** State of a form's key. `otherSession`: the visitor's cookies are blocked or lost. */
export type KeyState =
  | { kind: 'unused' }
  | { kind: 'open'; draft: Draft }
  | { kind: 'sent'; reference: string }
  | { kind: 'otherSession' };

/**
 * The draft that a POST is stored in, or the reason why there is none. `taken`: the key is sent or another session's; `unsigned`: the
 * token is missing, expired or another session's; `full`: the address has begun too many drafts; `refused`: the POST is not stored at all.
 * `key` is the state of the posted key before a draft was begun.
 */
export type Admission = { key: KeyState } & (
  | { kind: 'draft'; draft: Draft; isNew: boolean }
  | { kind: 'taken' | 'unsigned' | 'full' | 'refused' }
  | { kind: 'failed'; error: Error }
);

/** Returns the draft that takes texts and files, if any. Throws if it could not be found or begun. */
export function draftOf(admission: Admission): Draft | undefined {
  if (admission.kind === 'failed') throw admission.error;
  return admission.kind === 'draft' ? admission.draft : undefined;
}

/** Returns the draft that the form shows, also if this POST was not stored in it. */
export function shownDraft(admission: Admission): Draft | undefined {
  if (admission.kind === 'draft') return admission.draft;
  return admission.key.kind === 'open' ? admission.key.draft : undefined;
}

/** Finds the draft of a key; without a key, the session's latest draft. */
export async function findDraft(form: FormRequest, key: string | undefined): Promise<KeyState> {
  const { services, request, session } = form;
  const { applications, drafts } = services.store;
  if (key === undefined) {
    const latest = session.kind === 'existing' ? await drafts.latestOf(session.id) : undefined;
    return latest ? { kind: 'open', draft: latest } : { kind: 'unused' };
  }
  const [sent, draft] = await Promise.all([applications.referenceOf(key), drafts.byKey(key)]);
  const reference = sent ?? draft?.reference ?? undefined;
  if (reference !== undefined) return { kind: 'sent', reference };
  if (!draft) return { kind: 'unused' };
  if (expiryOf(draft) < services.store.now()) {
    // Frees the key for a new draft, as the sweep would.
    await drafts.remove(draft.id);
    return { kind: 'unused' };
  }
  return draft.session === request.sessionID ? { kind: 'open', draft } : { kind: 'otherSession' };
}

/** Finds or begins the draft of a POST. `mayReplaceKey`: the response brings the new key of a draft that replaces a taken one to the page. */
export async function openDraft(
  form: FormRequest,
  key: string | undefined,
  mayReplaceKey: boolean,
): Promise<Admission> {
  const state = await findDraft(form, key);
  if (state.kind === 'open') return { kind: 'draft', draft: state.draft, isNew: false, key: state };
  if (state.kind === 'unused') return beginDraft(form, state, key);
  return mayReplaceKey ? beginDraft(form, state) : { kind: 'taken', key: state };
}

/** Begins a draft, with a new key if none is given. */
export async function beginDraft(
  form: FormRequest,
  state: KeyState,
  key = newIdentifier(),
): Promise<Admission> {
  try {
    const { services, request, session } = form;
    const { quotas, store, secret } = services;
    const limits = quotas.ofAddress('drafts', request.ip);
    // Without a session nothing may be stored for an address that is full.
    if ((await store.rateCounters.left(limits)) <= 0) return { kind: 'full', key: state };
    // The session must be stored before anything in the draft, or nobody could find the draft.
    if (sessionIdOf(session) === undefined) await storeSession(request);
    const draft = await store.drafts.create({
      language: request.lng,
      addressHash: addressHash(request.ip, secret),
      session: request.sessionID,
      submitKey: key,
      quotas: limits,
    });
    if (draft) return { kind: 'draft', draft, isNew: true, key: state };
    // A concurrent POST has begun the draft of this form, or the last draft of the quota.
    return await openDraft(form, key, true);
  } catch (error) {
    return { kind: 'failed', error: error as Error, key: state };
  }
}

async function storeSession(request: Request): Promise<void> {
  const { session } = request;
  session.isKept = true;
  await saveSession(request).catch((error: unknown) => {
    delete session.isKept;
    throw error;
  });
}

/** Removes a draft that this POST began and its visitor will not use, with the session if that is new too. */
export async function discardNewDraft(
  { services, request, session }: FormRequest,
  admission: Admission,
): Promise<void> {
  if (admission.kind !== 'draft' || !admission.isNew) return;
  await services.store.drafts.remove(admission.draft.id);
  if (session.kind !== 'existing') request.session?.destroy(() => undefined);
}
