import type { Request, RequestHandler } from 'express';
import { beginDraft } from '../form/begin-draft.ts';
import { findReceipt } from '../form/judge.ts';
import { firstText, readKey } from '../form/posted.ts';
import { addressHash } from '../form/visitor-address.ts';
import type { Services } from '../services.ts';
import type { Draft } from '../store/drafts.ts';

/** What beginning a draft takes. */
export type DraftDependencies = Pick<Services, 'store' | 'config' | 'secret' | 'metrics' | 'formTokens'>;

/** Finds the visitor's session and its draft, and writes nothing; where the store fails, the request goes on and knows of the failure. */
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

/** The token of the form that is shown. Where nobody can say which session the visitor has, it is the one that came. */
export const tokenFor = ({ formTokens }: Pick<Services, 'formTokens'>, request: Request): string =>
  request.session ? formTokens.issue(sessionOf(request)) : (firstText(request.body, 'token') ?? '');

/**
 * The draft that what a POST holds is kept in, a new one where there is none; nothing where it is not to be kept: its token is
 * not there (yet) or not right, it repeats what was sent, its address has begun too many, or the store fails. `form` knows why.
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

/** What is judged right once stays so: the first token counts, whatever comes behind it. */
const isTokenRight = ({ formTokens }: Pick<Services, 'formTokens'>, { form, body }: Request): boolean =>
  !form.isTokenNeeded || formTokens.isValid(firstText(body, 'token'), form.session);

/** A draft that was sent is open to nothing: with another key its visitor begins another application. */
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

/** Removes the draft that a POST has begun, where nobody will come back for it. */
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

/** The same for who has left, and could not be told of a new session either. */
export async function forgetVisit(services: Pick<Services, 'store'>, request: Request): Promise<void> {
  await forgetNewDraft(services, request);
  if (request.form.session === undefined) request.session?.destroy(() => undefined);
}

export const saveSession = ({ session }: Request): Promise<void> =>
  new Promise((resolve, reject) => session.save((error?: unknown) => (error ? reject(error) : resolve())));
