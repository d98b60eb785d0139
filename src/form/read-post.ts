import type { Request } from 'express';
import type { ApplicationWindow } from '../backend/schemas.ts';
import { requestSite } from '../http/middleware/cross-site.ts';
import { type FormRequest, isFieldCheck, isSingleFile, sessionIdOf } from './form-request.ts';
import { type Admission, discardNewDraft, draftOf, findDraft, openDraft } from './open-draft.ts';
import { firstText, type Posted, type PostedAction, readKey, readPosted } from './posted.ts';
import { readBody } from './read-body.ts';
import type { TextField } from './rules/fields.ts';
import { tooLongProblem } from './rules/problems.ts';
import type { ReceivedFiles } from './uploads/file-intake.ts';

export type Action = PostedAction | { kind: 'check'; field: TextField };

/** A POST whose texts and files are stored, as far as its admission allows. */
export type Post = FormRequest &
  ReceivedFiles & {
    posted: Posted;
    action: Action;
    admission: Admission;
    /** Whether the draft holds all texts of this POST. */
    hasStoredTexts: boolean;
    /** Whether applications are accepted; undefined until it is read. */
    window: ApplicationWindow | undefined;
  };

/**
 * Reads a posted form, and stores its files and texts before anything is validated. If the body is cut, what arrived is stored, and the
 * failure rethrown; undefined if the visitor has left. The address decides the action before the button does, except for a draft that a
 * script begins.
 */
export async function readPost(
  form: FormRequest,
  addressAction: Action | undefined,
): Promise<Post | undefined> {
  const { request, response, session } = form;
  let opened: Promise<Admission> | undefined;
  /** Opens the draft once, with the token and the key that precede the first file. A token that comes later still counts. */
  async function admit(): Promise<Admission> {
    const key = { kind: 'unused' } as const;
    if (session.kind === 'failed') return { kind: 'failed', error: session.error, key };
    if (!opened && !hasValidToken(form)) return { kind: 'unsigned', key };
    opened ??= openDraft(form, keyOf(request), isAnsweredByForm(request)).catch((error: Error) => ({
      kind: 'failed',
      error,
      key,
    }));
    return opened;
  }
  try {
    const received = await readBody(form, async () => draftOf(await admit()));
    const stored = await storeTexts(form, await admit(), received);
    const { action } = stored.posted;
    return { ...stored, action: action.kind === 'begin' ? action : (addressAction ?? action) };
  } catch (error) {
    const admission = await opened;
    if (response.socket?.destroyed ?? true) {
      await storeForLeaver(form, admission, admit);
      return undefined;
    }
    const hasTexts = Object.keys(readPosted(request.body).values).length > 0;
    if (hasTexts || admission?.kind === 'draft') await storeTexts(form, await admit());
    throw error;
  }
}

/** Stores the texts of a visitor who has left, but only in a draft that they or another POST of the form know. */
async function storeForLeaver(
  form: FormRequest,
  admission: Admission | undefined,
  admit: () => Promise<Admission>,
): Promise<void> {
  // Another POST of the session may have found a new draft by the key of the form.
  const isShared = form.session.kind === 'existing' && admission?.key.kind === 'unused';
  if (admission?.kind === 'draft' && admission.isNew && !isShared) return discardNewDraft(form, admission);
  const isKnown =
    admission?.kind === 'draft' ||
    (await findDraft(form, keyOf(form.request)).catch(() => undefined))?.kind === 'open';
  if (isKnown) await storeTexts(form, await admit());
}

const keyOf = ({ body }: Request): string | undefined => readKey(firstText(body, 'submitKey'));

/** Scripts that check a field, begin a draft or send one file leave the key of the page as it is. */
const isAnsweredByForm = (request: Request): boolean =>
  !isFieldCheck(request) && !isSingleFile(request) && readPosted(request.body).action.kind !== 'begin';

/** A token is needed only if the browser does not say which site a POST comes from. Only the first token counts. */
const hasValidToken = ({ services, request, session }: FormRequest): boolean =>
  requestSite(request, services.config.siteUrl) !== 'unknown' ||
  services.formTokens.isValid(firstText(request.body, 'token'), sessionIdOf(session));

/** Stores the texts of a POST in its draft. A text that is too long to be stored is shown in the page only, and blocks a submit. */
async function storeTexts(
  form: FormRequest,
  admission: Admission,
  received: ReceivedFiles = { files: [], problems: [] },
): Promise<Omit<Post, 'action'>> {
  const { services, request } = form;
  const { drafts } = services.store;
  const posted = readPosted(request.body);
  const post = { ...form, ...received, posted, admission, hasStoredTexts: false, window: undefined };
  if (admission.kind === 'failed') return { ...post, failure: admission.error };
  if (admission.kind !== 'draft') return post;
  const { draft } = admission;
  try {
    const tooLong = await drafts.saveFields(draft.id, posted.values);
    const named = received.problems.map(({ field }) => field);
    const others = tooLong.filter((field) => !named.includes(field)).map(tooLongProblem);
    const problems = [...received.problems, ...others];
    const stored = { ...post, problems, hasStoredTexts: tooLong.length === 0 };
    if (draft.language === request.lng) return stored;
    return await drafts.setLanguage(draft.id, request.lng).then(
      () => stored,
      (failure: Error) => ({ ...stored, failure }),
    );
  } catch (error) {
    return { ...post, failure: error as Error };
  }
}
