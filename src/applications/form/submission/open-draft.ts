import type { Request } from 'express';
import { addressHash } from '../../../http/middleware/limiters.ts';
import { newIdentifier } from '../../../lib/identifiers.ts';
import { expiryOf } from '../../store/drafts/drafts.ts';
import type { FormRequest } from '../form-request.ts';
import { saveSession } from '../session.ts';
import type { DraftLookup, OpenedDraft } from './submission.ts';

export const NO_DRAFT: OpenedDraft = { lookup: { kind: 'none' } };

/** Finds the draft of a key, or the session's latest draft if there is no key. */
export async function findDraft(form: FormRequest, key: string | undefined): Promise<DraftLookup> {
  const { services, request, session } = form;
  const { applications, drafts } = services.store;
  if (key === undefined) {
    const latest = session.id && (await drafts.latestOf(session.id));
    return latest ? { kind: 'own', draft: latest } : { kind: 'none' };
  }
  const [sent, draft] = await Promise.all([applications.referenceOf(key), drafts.byKey(key)]);
  const reference = sent ?? draft?.reference ?? undefined;
  if (reference !== undefined) return { kind: 'sent', reference };
  if (!draft) return { kind: 'none' };
  if (expiryOf(draft) < services.store.now()) {
    // Frees the key for a new draft before the sweep does.
    await drafts.remove(draft.id);
    return { kind: 'none' };
  }
  return draft.session === request.sessionID ? { kind: 'own', draft } : { kind: 'otherSession' };
}

/**
 * Finds or begins the draft of a submission. Never rejects. `mayReplaceKey`: the response can give the page the key of a draft that
 * replaces a taken one.
 */
export async function openDraft(
  form: FormRequest,
  key: string | undefined,
  mayReplaceKey: boolean,
): Promise<OpenedDraft> {
  try {
    const lookup = await findDraft(form, key);
    if (lookup.kind === 'own') return { lookup, draft: lookup.draft };
    if (lookup.kind === 'none') return beginDraft(form, lookup, key);
    return mayReplaceKey ? beginDraft(form, lookup) : { lookup };
  } catch (error) {
    return { ...NO_DRAFT, failure: error as Error };
  }
}

/** Begins a draft, with a new key by default. Never rejects. */
export async function beginDraft(
  form: FormRequest,
  lookup: DraftLookup,
  key = newIdentifier(),
): Promise<OpenedDraft> {
  try {
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
    if (draft) return { lookup, draft, isNew: true };
    // A concurrent submission has begun this form's draft, or a quota is used up.
    if ((await findDraft(form, key)).kind !== 'none') return openDraft(form, key, true);
    discardNewSession(form);
    return { lookup, refusal: 'full' };
  } catch (error) {
    return { lookup, failure: error as Error };
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

/** Removes a new draft that the applicant will not use, and the session if it is new too. */
export async function discardNewDraft(form: FormRequest, { draft, isNew }: OpenedDraft): Promise<void> {
  if (!draft || !isNew) return;
  await form.services.store.drafts.remove(draft.id);
  discardNewSession(form);
}

function discardNewSession({ request, session }: FormRequest): void {
  if (session.id === undefined) request.session?.destroy(() => undefined);
}

/** Returns the draft that receives files, if any. Throws if finding or beginning it failed. */
export function draftOf({ draft, failure }: OpenedDraft): OpenedDraft['draft'] {
  if (failure) throw failure;
  return draft;
}
