import { MAX_DRAFTS_PER_ADDRESS_PER_DAY } from '../../application/limits.ts';
import { tooLongProblem } from '../../application/problems.ts';
import { findReceipt } from '../../form/judge.ts';
import { firstText, readKey, readPosted } from '../../form/posted.ts';
import { saveSession } from '../../form/session.ts';
import { addressHash } from '../../form/visitor-address.ts';
import { cameFrom } from '../../middleware/cross-site.ts';
import type { Draft } from '../../store/drafts.ts';
import { readBody } from './read-body.ts';
import type { Visit } from './visit.ts';

/**
 * Reads a posted form, and keeps its files and texts before anything is judged. Of one that breaks off, what arrived is kept, and the
 * failure passed on; false where its visitor has left.
 */
export async function readPost(visit: Visit, takesFiles: boolean): Promise<boolean> {
  const { request, response, form } = visit;
  const admit = createAdmission(visit);
  try {
    await readBody(visit, admit, takesFiles);
  } catch (error) {
    if (response.socket?.destroyed ?? true) {
      // A visitor who has left does not learn of a new draft and would never find it.
      if (form.draft && !form.isNewDraft) await keepTexts(visit, admit);
      else await forgetVisit(visit);
      return false;
    }
    const hasTexts = Object.keys(readPosted(request.body).values).length > 0;
    if (form.draft || hasTexts) await keepTexts(visit, admit);
    throw error;
  }
  await keepTexts(visit, admit);
  return true;
}

/**
 * Finds the draft that a POST is kept in, once: a new one where the visitor has none. Undefined where nothing is kept: the token is
 * missing or invalid, the POST repeats a sent application, its address has begun too many drafts, or the store fails. `form` says which.
 */
function createAdmission(visit: Visit): () => Promise<Draft | undefined> {
  const { request, form } = visit;
  let admission: Promise<Draft | undefined> | undefined;
  return async () => {
    if (admission || form.failure) return admission;
    form.refused = isTokenRight(visit) ? undefined : 'unsigned';
    if (form.refused) return undefined;
    admission = openDraft(visit, readKey(firstText(request.body, 'submitKey'))).catch((error: Error) => {
      form.failure = error;
      return undefined;
    });
    return admission;
  };
}

/** A token is needed where nothing else says which site a POST comes from. The first one counts; later ones change nothing. */
const isTokenRight = ({ services, request, form }: Visit): boolean =>
  cameFrom(request, services.config.siteUrl) !== 'unknown' ||
  services.formTokens.isValid(firstText(request.body, 'token'), form.session);

/** A sent draft takes nothing more: another `key` of a form begins another application. */
export async function openDraft(visit: Visit, key: string | undefined): Promise<Draft | undefined> {
  const { services, request, form } = visit;
  const { config, store, secret, metrics } = services;
  form.receipt = await findReceipt(store, form.draft, key);
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
  await remember(visit, draft);
  metrics.form.begun();
  return draft;
}

/** The session leads back to the new draft before anything is kept in it. */
async function remember({ request, form }: Visit, draft: Draft): Promise<void> {
  const { session } = request;
  const { draftId } = session;
  session.draftId = draft.id;
  try {
    await saveSession(request);
  } catch (error) {
    session.draftId = draftId;
    throw error;
  }
  form.draft = draft;
  form.isNewDraft = true;
}

/** Keeps every text of a POST in its draft; a repeat of what was sent already touches no draft. */
async function keepTexts(
  { services, request, form }: Visit,
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
export async function forgetNewDraft({ services, request, form }: Visit): Promise<void> {
  if (!form.isNewDraft || !form.draft) return;
  await services.store.drafts.remove(form.draft.id);
  form.draft = undefined;
  form.isNewDraft = false;
  delete request.session.draftId;
}

/** The same for a visitor who has left and does not know of the new session either. */
async function forgetVisit(visit: Visit): Promise<void> {
  await forgetNewDraft(visit);
  const { request, form } = visit;
  if (form.session === undefined) request.session?.destroy(() => undefined);
}
