import type { Request } from 'express';
import { addressHash } from '../../../http/middleware/limiters.ts';
import { newIdentifier } from '../../../lib/identifiers.ts';
import { expiryOf } from '../../store/drafts/drafts.ts';
import type { FormRequest } from '../form-request.ts';
import { saveSession } from '../session.ts';
import type { DraftLookup } from './submission.ts';

export const NO_DRAFT: DraftLookup = { lookup: 'none' };

/** Finds the draft of a key, or the session's latest draft if there is no key. */
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
 * Finds or begins the draft of a submission. `mayReplaceKey`: the response can give the page the key of a draft that replaces a
 * taken one.
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
  const draft = await store.drafts.create({
    language: request.lng,
    addressHash: addressHash(request.ip, secret),
    session: request.sessionID,
    submitKey: key,
    quotas: quotas.ofAddress('drafts', request.ip),
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
