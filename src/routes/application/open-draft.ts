import type { Request } from 'express';
import { saveSession } from '../../form/session.ts';
import { addressHash } from '../../form/visitor-address.ts';
import { newIdentifier } from '../../lib/identifiers.ts';
import { type Draft, expiryOf } from '../../store/drafts.ts';
import type { Visit } from './visit.ts';

/**
 * Finds the draft of a form by its key, and notes in `form` if the key's application is sent, or its draft belongs to another session.
 * Without a key, the draft that the session changed last.
 */
export async function findDraft(visit: Visit, key: string | undefined): Promise<Draft | undefined> {
  const { form, services } = visit;
  const { applications, drafts } = services.store;
  if (key === undefined) return form.session === undefined ? undefined : drafts.latestOf(form.session);
  const [reference, draft] = await Promise.all([applications.referenceOf(key), drafts.byKey(key)]);
  form.sent = reference ?? draft?.reference ?? undefined;
  if (form.sent !== undefined || !draft) return undefined;
  if (expiryOf(draft) < services.store.now()) {
    // Frees the key for a new draft, as the sweep would.
    await drafts.remove(draft.id);
    return undefined;
  }
  form.isCookieLost = draft.session !== visit.request.sessionID;
  return form.isCookieLost ? undefined : draft;
}

/**
 * The draft that a POST is kept in. A key that is sent, or another session's, gives way to a new one, which only an answer with the
 * form can bring to the page: `canRekey`. Undefined if there is none, or the address has begun too many.
 */
export async function openDraft(
  visit: Visit,
  key: string | undefined,
  canRekey: boolean,
): Promise<Draft | undefined> {
  const { form } = visit;
  form.draft = await findDraft(visit, key);
  if (form.draft) return form.draft;
  const isTaken = form.sent !== undefined || form.isCookieLost;
  if (isTaken && !canRekey) return undefined;
  return beginDraft(visit, isTaken ? undefined : key);
}

/** Begins a draft, with a new key if none is given; undefined if the address has begun too many. */
export async function beginDraft(visit: Visit, key?: string): Promise<Draft | undefined> {
  const { services, request, form } = visit;
  const { quotas, store, secret } = services;
  const address = addressHash(request.ip, secret);
  if ((await store.drafts.usageOf(address)).drafts >= quotas.draftsPerDay) {
    form.refused = 'full';
    return undefined;
  }
  // The session leads back to the draft before anything is kept in it.
  if (form.session === undefined) await keepSession(request);
  const submitKey = key ?? newIdentifier();
  const begun = await store.drafts.create({
    language: request.lng,
    addressHash: address,
    session: request.sessionID,
    submitKey,
  });
  // Another POST of the same form has begun the draft meanwhile.
  if (!begun) return openDraft(visit, submitKey, true);
  form.draft = begun;
  form.isNewDraft = true;
  return begun;
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
export async function forgetNewDraft({ services, request, form }: Visit): Promise<void> {
  if (!form.isNewDraft || !form.draft) return;
  await services.store.drafts.remove(form.draft.id);
  form.draft = undefined;
  form.isNewDraft = false;
  if (form.session === undefined) request.session?.destroy(() => undefined);
}
