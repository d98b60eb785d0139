import type { Request, Response } from 'express';
import { MAX_DRAFTS_PER_ADDRESS_PER_DAY } from '../../application/limits.ts';
import { tooLongProblem } from '../../application/problems.ts';
import type { FormRequest } from '../../form/form-request.ts';
import { findReceipt } from '../../form/judge.ts';
import { firstText, readKey, readPosted } from '../../form/posted.ts';
import { saveSession } from '../../form/session.ts';
import { addressHash } from '../../form/visitor-address.ts';
import { cameFrom } from '../../middleware/cross-site.ts';
import type { Draft } from '../../store/drafts.ts';
import type { FormServices } from './form-services.ts';
import { readBody } from './read-body.ts';
import { readVisit } from './visit.ts';

/** A POST as far as it has come in. */
type Post = { services: FormServices; request: Request; form: FormRequest };

/**
 * Reads a posted form, and keeps its files and texts before anything is judged. Of one that breaks off, what arrived is kept, and the
 * failure passed on; undefined where its visitor has left.
 */
export async function readPost(
  services: FormServices,
  request: Request,
  response: Response,
): Promise<FormRequest | undefined> {
  const form = await readVisit(services, request, response);
  const post = { services, request, form };
  const admit = createAdmission(post);
  try {
    await readBody(services, request, response, form, admit);
  } catch (error) {
    if (response.socket?.destroyed ?? true) {
      // A visitor who has left does not learn of a new draft and would never find it.
      if (form.draft && !form.isNewDraft) await keepTexts(post, admit);
      else await forgetVisit(post);
      return undefined;
    }
    const hasTexts = Object.keys(readPosted(request.body).values).length > 0;
    if (form.draft || hasTexts) await keepTexts(post, admit);
    throw error;
  }
  await keepTexts(post, admit);
  return form;
}

/**
 * Finds the draft that a POST is kept in, once: a new one where the visitor has none. Undefined where nothing is kept: the token is
 * missing or invalid, the POST repeats a sent application, its address has begun too many drafts, or the store fails. `form` says which.
 */
function createAdmission(post: Post): () => Promise<Draft | undefined> {
  const { form } = post;
  let admission: Promise<Draft | undefined> | undefined;
  return async () => {
    if (admission) return admission;
    if (form.failure) return undefined;
    form.refused = isTokenRight(post) ? undefined : 'unsigned';
    if (form.refused) return undefined;
    admission = openDraft(post).catch((error: Error) => {
      form.failure = error;
      return undefined;
    });
    return admission;
  };
}

/** A token is needed where nothing else says which site a POST comes from. The first one counts; later ones change nothing. */
const isTokenRight = ({ services, request, form }: Post): boolean =>
  cameFrom(request, services.config.siteUrl) !== 'unknown' ||
  services.formTokens.isValid(firstText(request.body, 'token'), form.session);

/** A sent draft takes nothing more: another key begins another application. */
async function openDraft(post: Post): Promise<Draft | undefined> {
  const { services, request, form } = post;
  const { config, store, secret, metrics } = services;
  form.receipt = await findReceipt(store, form.draft, readKey(firstText(request.body, 'submitKey')));
  if (form.receipt !== undefined) return undefined;
  if (form.draft && !form.draft.reference) return form.draft;
  const origin = { language: request.lng, addressHash: addressHash(request.ip, secret) };
  const isLimited = config.rateLimitPerMinute > 0;
  if (
    isLimited &&
    (await store.drafts.usageOf(origin.addressHash)).drafts >= MAX_DRAFTS_PER_ADDRESS_PER_DAY
  ) {
    form.refused = 'full';
    return undefined;
  }
  const draft = await store.drafts.create(origin);
  await remember(post, draft);
  metrics.form.begun();
  return draft;
}

/** The session leads back to the new draft before anything is kept in it. */
async function remember({ request, form }: Post, draft: Draft): Promise<void> {
  const { session } = request;
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

/** Keeps every text of a POST in its draft; a repeat of what was sent already touches no draft. */
async function keepTexts(
  { services, request, form }: Post,
  admit: () => Promise<Draft | undefined>,
): Promise<void> {
  const { drafts } = services.store;
  form.posted = readPosted(request.body);
  const draft = await admit();
  if (!draft) return;
  try {
    form.receipt = await findReceipt(services.store, draft, form.posted.submitKey);
    if (form.receipt !== undefined) return;
    const tooLong = await drafts.saveFields(draft.id, form.posted.values);
    // A text that is too long to be kept is shown in the page only, and cannot be sent.
    const known = form.problems.map(({ field }) => field);
    form.problems.push(...tooLong.filter((field) => !known.includes(field)).map(tooLongProblem));
    if (draft.language !== request.lng) await drafts.setLanguage(draft.id, request.lng);
  } catch (error) {
    form.failure = error as Error;
  }
}

/** Removes the draft that a POST has begun and that its visitor cannot find again. */
export async function forgetNewDraft(
  { store }: FormServices,
  { session }: Request,
  form: FormRequest,
): Promise<void> {
  if (!form.isNewDraft || !form.draft) return;
  await store.drafts.remove(form.draft.id);
  form.draft = undefined;
  form.isNewDraft = false;
  delete session.draftId;
}

/** The same for a visitor who has left and does not know of the new session either. */
async function forgetVisit({ services, request, form }: Post): Promise<void> {
  await forgetNewDraft(services, request, form);
  if (form.session === undefined) request.session?.destroy(() => undefined);
}
