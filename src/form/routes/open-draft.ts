import type { Request } from 'express';
import { addressHash } from '../../http/client-address.ts';
import { newIdentifier } from '../../lib/identifiers.ts';
import { type Draft, expiryOf } from '../../store/drafts/drafts.ts';
import type { FoundDraft } from '../form-page.ts';
import { saveSession } from '../session.ts';
import type { Visit } from './visit.ts';

/**
 * The draft that a POST is kept in, or why there is none. `taken`: the key is sent or another session's, and its page keeps it;
 * `unsigned`: the token is missing, too old or another's; `full`: the address has begun too many drafts.
 */
export type Admission = FoundDraft &
  (
    | { kind: 'draft'; draft: Draft; isNew: boolean }
    | { kind: 'taken' | 'unsigned' | 'full' }
    | { kind: 'failed'; error: Error }
  );

/** The draft of an admission, if any; throws if it could not be found or begun. */
export function draftOf(admission: Admission): Draft | undefined {
  if (admission.kind === 'failed') throw admission.error;
  return admission.draft;
}

/** Finds the draft of a form by its key; without a key, the draft that the session changed last. */
export async function findDraft(visit: Visit, key: string | undefined): Promise<FoundDraft> {
  const { services, request, session } = visit;
  const { applications, drafts } = services.store;
  if (key === undefined) return { draft: session === undefined ? undefined : await drafts.latestOf(session) };
  const [reference, draft] = await Promise.all([applications.referenceOf(key), drafts.byKey(key)]);
  const sent = reference ?? draft?.reference ?? undefined;
  if (sent !== undefined) return { sent };
  if (!draft) return {};
  if (expiryOf(draft) < services.store.now()) {
    // Frees the key for a new draft, as the sweep would.
    await drafts.remove(draft.id);
    return {};
  }
  return draft.session === request.sessionID ? { draft } : { isCookieLost: true };
}

/** Finds or begins the draft of a POST. `canRekey`: a new draft replaces one whose key is taken. Only an answer with the form can bring its key to the page. */
export async function openDraft(
  visit: Visit,
  key: string | undefined,
  canRekey: boolean,
): Promise<Admission> {
  const { draft, ...taken } = await findDraft(visit, key);
  if (draft) return { kind: 'draft', draft, isNew: false };
  const isTaken = taken.sent !== undefined || taken.isCookieLost;
  if (isTaken && !canRekey) return { kind: 'taken', ...taken };
  return { ...taken, ...(await beginDraft(visit, isTaken ? undefined : key)) };
}

/** Begins a draft, with a new key if none is given. */
export async function beginDraft(visit: Visit, key = newIdentifier()): Promise<Admission> {
  try {
    const { services, request, session } = visit;
    const { quotas, store, secret } = services;
    const address = addressHash(request.ip, secret);
    if ((await store.drafts.usageOf(address)).drafts >= quotas.draftsPerDay) return { kind: 'full' };
    // The session leads back to the draft before anything is kept in it.
    if (session === undefined) await keepSession(request);
    const draft = await store.drafts.create({
      language: request.lng,
      addressHash: address,
      session: request.sessionID,
      submitKey: key,
    });
    if (draft) return { kind: 'draft', draft, isNew: true };
    // Another POST of the same form has begun the draft meanwhile.
    return await openDraft(visit, key, true);
  } catch (error) {
    return { kind: 'failed', error: error as Error };
  }
}

async function keepSession(request: Request): Promise<void> {
  const { session } = request;
  session.isKept = true;
  await saveSession(request).catch((error: unknown) => {
    delete session.isKept;
    throw error;
  });
}

/** Removes the draft that a POST has begun and that its visitor will not use, and the session with it if that is new too. */
export async function forgetNewDraft(
  { services, request, session }: Visit,
  admission?: Admission,
): Promise<void> {
  if (admission?.kind !== 'draft' || !admission.isNew) return;
  await services.store.drafts.remove(admission.draft.id);
  if (session === undefined) request.session?.destroy(() => undefined);
}
