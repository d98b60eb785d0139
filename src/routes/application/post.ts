import type { Request } from 'express';
import { tooLongProblem } from '../../application/problems.ts';
import { firstText, readKey, readPosted } from '../../form/posted.ts';
import { cameFrom } from '../../middleware/cross-site.ts';
import type { Draft } from '../../store/drafts.ts';
import { findDraft, forgetNewDraft, openDraft } from './open-draft.ts';
import { readBody } from './read-body.ts';
import { isSingleFile, type Visit } from './visit.ts';

/**
 * Reads a posted form, and keeps its files and texts before anything is judged. Of one that breaks off, what arrived is kept, and the
 * failure passed on; false if its visitor has left.
 */
export async function readPost(visit: Visit, takesFiles: boolean): Promise<boolean> {
  const { request, response, form } = visit;
  const admit = createAdmission(visit, takesFiles);
  try {
    await readBody(visit, admit, takesFiles);
  } catch (error) {
    if (response.socket?.destroyed ?? true) {
      // A visitor who has left does not learn of a new draft and would never find it.
      const draft = form.draft ?? (await findDraft(visit, keyOf(request)).catch(() => undefined));
      if (draft && !form.isNewDraft) await keepTexts(visit, admit);
      else await forgetNewDraft(visit);
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
 * Finds the draft that a POST is kept in, once. Undefined if nothing is kept: the token is missing or invalid, its address has begun
 * too many drafts, or the store fails. `form` says which.
 */
function createAdmission(visit: Visit, takesFiles: boolean): () => Promise<Draft | undefined> {
  const { request, form } = visit;
  let admission: Promise<Draft | undefined> | undefined;
  return async () => {
    if (admission || form.failure) return admission;
    form.refused = isTokenRight(visit) ? undefined : 'unsigned';
    if (form.refused) return undefined;
    admission = openDraft(visit, keyOf(request), takesFiles && isAnsweredByForm(visit)).catch(
      (error: Error) => {
        form.failure = error;
        return undefined;
      },
    );
    return admission;
  };
}

const keyOf = ({ body }: Request): string | undefined => readKey(firstText(body, 'submitKey'));

/** Scripts that check a field, begin a draft or send one file leave the key of the page as it is. */
const isAnsweredByForm = ({ request }: Visit): boolean =>
  !isSingleFile(request) && readPosted(request.body).action.kind !== 'begin';

/** A token is needed where nothing else says which site a POST comes from. The first one counts; later ones change nothing. */
const isTokenRight = ({ services, request, form }: Visit): boolean =>
  cameFrom(request, services.config.siteUrl) !== 'unknown' ||
  services.formTokens.isValid(firstText(request.body, 'token'), form.session);

/** Keeps every text of a POST in its draft. */
async function keepTexts(
  { services, request, form }: Visit,
  admit: () => Promise<Draft | undefined>,
): Promise<void> {
  const { drafts } = services.store;
  form.posted = readPosted(request.body);
  const draft = await admit();
  if (!draft) return;
  try {
    const tooLong = await drafts.saveFields(draft.id, form.posted.values);
    // A text that is too long to be kept is shown in the page only, and cannot be sent.
    const known = form.problems.map(({ field }) => field);
    form.problems.push(...tooLong.filter((field) => !known.includes(field)).map(tooLongProblem));
    form.hasKeptTexts = tooLong.length === 0;
    if (draft.language !== request.lng) await drafts.setLanguage(draft.id, request.lng);
  } catch (error) {
    form.failure = error as Error;
  }
}
