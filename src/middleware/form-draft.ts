import type { Request, RequestHandler } from 'express';
import { beginDraft } from '../form/begin-draft.ts';
import { findReceipt } from '../form/judge.ts';
import { firstText, readKey } from '../form/posted.ts';
import { addressHash } from '../form/visitor-address.ts';
import type { Services } from '../services.ts';
import type { Draft } from '../store/drafts.ts';

/** The services that begin a draft. */
export type DraftDependencies = Pick<Services, 'store' | 'config' | 'secret' | 'metrics' | 'formTokens'>;

/** Finds the visitor's session and its draft, and writes nothing. Where the store fails, the request continues and notes the failure. */
export function knownDraft({ store }: Pick<Services, 'store'>): RequestHandler {
  return async (request, _response, next) => {
    const { form } = request;
    if (!form.failure) {
      form.session = sessionOf(request);
      const id = request.session.draftId;
      form.draft =
        id === undefined
          ? undefined
          : await store.drafts.get(id).catch((error: Error) => {
              form.failure = error;
              return undefined;
            });
    }
    next();
  };
}

/** The session that this site keeps for the visitor, by its identifier. */
const sessionOf = ({ session, sessionID }: Request): string | undefined =>
  (session.draftId ?? session.reference ?? session.repeated) === undefined ? undefined : sessionID;

/** The token of the form that is shown. Without a session store it is the token of the request. */
export const tokenFor = ({ formTokens }: Pick<Services, 'formTokens'>, request: Request): string =>
  request.session ? formTokens.issue(sessionOf(request)) : (firstText(request.body, 'token') ?? '');

/**
 * The draft that a POST is kept in, a new one where the visitor has none. Undefined where nothing is kept: the token is missing
 * or invalid, the POST repeats a sent application, its address has begun too many drafts, or the store fails. `form` says which.
 */
export async function admit(services: DraftDependencies, request: Request): Promise<Draft | undefined> {
  const { form } = request;
  if (form.admission) return form.admission;
  if (form.failure) return undefined;
  const isRight = isTokenRight(services, request);
  form.refused = isRight ? undefined : 'unsigned';
  if (!isRight) return undefined;
  form.admission = open(services, request).catch((error: Error) => {
    form.failure = error;
    return undefined;
  });
  return form.admission;
}

/** The first token counts; later ones change nothing. */
const isTokenRight = ({ formTokens }: Pick<Services, 'formTokens'>, { form, body }: Request): boolean =>
  !form.isTokenNeeded || formTokens.isValid(firstText(body, 'token'), form.session);

/** A sent draft takes nothing more: another key begins another application. */
async function open(services: DraftDependencies, request: Request): Promise<Draft | undefined> {
  const { form, body } = request;
  form.receipt = await findReceipt(services.store, form.draft, readKey(firstText(body, 'submitKey')));
  if (form.receipt !== undefined) return undefined;
  if (form.draft && !form.draft.reference) return form.draft;
  const { config, store, secret, metrics } = services;
  const draft = await beginDraft(store, {
    language: request.lng,
    addressHash: addressHash(request.ip, secret),
    isLimited: config.rateLimitPerMinute > 0,
  });
  if (!draft) {
    form.refused = 'full';
    return undefined;
  }
  await remember(request, draft);
  metrics.form.begun();
  return draft;
}

/** The session leads back to the new draft before anything is kept in it. */
async function remember(request: Request, draft: Draft): Promise<void> {
  const { form, session } = request;
  const { draftId } = session;
  session.draftId = draft.id;
  try {
    await saveSession(request);
  } catch (error) {
    if (draftId === undefined) delete session.draftId;
    else session.draftId = draftId;
    throw error;
  }
  form.draft = draft;
  form.isNewDraft = true;
}

/** Removes the draft that a POST has begun and that its visitor cannot find again. */
export async function forgetNewDraft(
  { store }: Pick<Services, 'store'>,
  { form, session }: Request,
): Promise<void> {
  if (!form.isNewDraft || !form.draft) return;
  await store.drafts.remove(form.draft.id);
  form.draft = undefined;
  form.isNewDraft = false;
  delete session.draftId;
}

/** The same for a visitor who has left and does not know of the new session either. */
export async function forgetVisit(services: Pick<Services, 'store'>, request: Request): Promise<void> {
  await forgetNewDraft(services, request);
  if (request.form.session === undefined) request.session?.destroy(() => undefined);
}

export const saveSession = ({ session }: Request): Promise<void> =>
  new Promise((resolve, reject) => session.save((error?: unknown) => (error ? reject(error) : resolve())));
