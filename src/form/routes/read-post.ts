import type { Request } from 'express';
import type { ApplicationWindow } from '../../backend/schemas.ts';
import { cameFrom } from '../../http/middleware/cross-site.ts';
import { firstText, type Posted, readKey, readPosted } from '../posted.ts';
import { tooLongProblem } from '../rules/problems.ts';
import type { TakenFiles } from '../uploads/file-intake.ts';
import { type Admission, draftOf, findDraft, forgetNewDraft, openDraft } from './open-draft.ts';
import { readBody } from './read-body.ts';
import { isSingleFile, type Visit } from './visit.ts';

/** A POST whose files and texts are kept. */
export type Post = Visit &
  TakenFiles & {
    posted: Posted;
    admission: Admission;
    /** Whether the draft holds the texts of this POST. */
    hasKeptTexts: boolean;
    /** Whether applications are taken; undefined as long as that is unknown. */
    window?: ApplicationWindow;
  };

/**
 * Reads a posted form, and keeps its files and texts before anything is judged. If it breaks off, what arrived is kept, and the
 * failure passed on; undefined if its visitor has left.
 */
export async function readPost(visit: Visit, takesFiles: boolean): Promise<Post | undefined> {
  const { request, response, sessionFailure } = visit;
  let admission: Promise<Admission> | undefined;
  /** Finds or begins the draft once, with the token and the key that came before the first file. A token that comes later still counts. */
  async function admit(): Promise<Admission> {
    if (sessionFailure) return { kind: 'failed', error: sessionFailure };
    if (!admission && !isTokenRight(visit)) return { kind: 'unsigned' };
    admission ??= openDraft(visit, keyOf(request), takesFiles && isAnsweredByForm(visit)).catch(
      (error: Error) => ({ kind: 'failed', error }),
    );
    return admission;
  }
  try {
    const taken = await readBody(visit, async () => draftOf(await admit()), takesFiles);
    return await keepTexts(visit, await admit(), taken);
  } catch (error) {
    const admitted = await admission;
    if (response.socket?.destroyed ?? true) {
      // A visitor who has left does not learn of a new draft and would never find it.
      if (admitted?.kind === 'draft' && admitted.isNew) await forgetNewDraft(visit, admitted);
      else if (admitted?.draft ?? (await findDraft(visit, keyOf(request)).catch(() => undefined))?.draft)
        await keepTexts(visit, await admit());
      return undefined;
    }
    const hasTexts = Object.keys(readPosted(request.body).values).length > 0;
    if (admitted?.draft || hasTexts) await keepTexts(visit, await admit());
    throw error;
  }
}

const keyOf = ({ body }: Request): string | undefined => readKey(firstText(body, 'submitKey'));

/** Scripts that check a field, begin a draft or send one file leave the key of the page as it is. */
const isAnsweredByForm = ({ request }: Visit): boolean =>
  !isSingleFile(request) && readPosted(request.body).action.kind !== 'begin';

/** A token is needed where nothing else says which site a POST comes from. The first one counts; later ones change nothing. */
const isTokenRight = ({ services, request, session }: Visit): boolean =>
  cameFrom(request, services.config.siteUrl) !== 'unknown' ||
  services.formTokens.isValid(firstText(request.body, 'token'), session);

/** Keeps every text of a POST in its draft. A text that is too long to be kept is shown in the page only, and cannot be sent. */
async function keepTexts(
  visit: Visit,
  admission: Admission,
  { files, problems, failure }: TakenFiles = { files: [], problems: [] },
): Promise<Post> {
  const { services, request } = visit;
  const { draft } = admission;
  const posted = readPosted(request.body);
  const post = { ...visit, posted, admission, files, problems, failure, hasKeptTexts: false };
  if (!draft) return admission.kind === 'failed' ? { ...post, failure: admission.error } : post;
  try {
    const tooLong = await services.store.drafts.saveFields(draft.id, posted.values);
    const known = problems.map(({ field }) => field);
    post.problems = [...problems, ...tooLong.filter((field) => !known.includes(field)).map(tooLongProblem)];
    post.hasKeptTexts = tooLong.length === 0;
    if (draft.language !== request.lng) await services.store.drafts.setLanguage(draft.id, request.lng);
  } catch (error) {
    post.failure = error as Error;
  }
  return post;
}
