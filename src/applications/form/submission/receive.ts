import type { Request } from 'express';
import { requestSite } from '../../../http/middleware/access.ts';
import { tooLongProblem } from '../../rules/problems.ts';
import type { ReceivedFiles } from '../../uploads/file-intake.ts';
import { type FormRequest, isFieldCheck, isSingleFile } from '../form-request.ts';
import { discardNewDraft, draftOf, findDraft, NO_DRAFT, openDraft } from './open-draft.ts';
import { readBody, readTexts } from './read-body.ts';
import {
  firstText,
  type Intent,
  type OpenedDraft,
  type Refusal,
  readInput,
  readKey,
  type Submission,
  today,
} from './submission.ts';

/**
 * Receives a submission and stores its files and texts before validating them. If the body is truncated, it stores the parts that
 * arrived and rethrows the error, or returns undefined if the applicant has left. The URL's intent takes precedence over the
 * button's, unless a script begins a draft.
 */
export async function receive(
  form: FormRequest,
  addressIntent: Intent | undefined,
): Promise<Submission | undefined> {
  const { request, response, session } = form;
  let opening: Promise<OpenedDraft> | undefined;
  /** Opens the draft once, with the token and the key that precede the first file. A later token is still accepted. */
  async function open(): Promise<OpenedDraft> {
    if (session.failure) return { ...NO_DRAFT, failure: session.failure };
    if (!opening && !hasValidToken(form)) return { ...NO_DRAFT, refusal: 'unsigned' };
    opening ??= openDraft(form, keyOf(request), isAnsweredByForm(request));
    return opening;
  }
  try {
    const received = await readBody(form, async () => draftOf(await open()));
    const submission = await storeTexts(form, await open(), received);
    if (addressIntent && submission.intent.kind !== 'begin') submission.intent = addressIntent;
    return await lookUpSent(form, submission);
  } catch (error) {
    const opened = await opening;
    if (response.socket?.destroyed ?? true) {
      await storeForLeaver(form, opened, open);
      return undefined;
    }
    const hasTexts = Object.keys(readInput(request.body).values).length > 0;
    if (hasTexts || opened?.draft) await storeTexts(form, await open());
    throw error;
  }
}

/** Receives the texts of a submission that was rejected before its body was read, without storing them. */
export async function receiveRefused(form: FormRequest, refusal: Refusal): Promise<Submission> {
  await readTexts(form);
  const { failure } = form.session;
  const submission = newSubmission(form, { ...NO_DRAFT, refusal, failure });
  try {
    return { ...submission, lookup: await findDraft(form, submission.submitKey) };
  } catch (error) {
    return { ...submission, failure: error as Error };
  }
}

const newSubmission = (
  { request }: FormRequest,
  opened: OpenedDraft,
  received: ReceivedFiles = { files: [], problems: [] },
): Submission => ({
  ...readInput(request.body),
  ...received,
  ...opened,
  failure: opened.failure ?? received.failure,
  hasStoredTexts: false,
  today: today(),
});

/** Stores the texts of an applicant who has left, but only in a draft that the applicant or a concurrent submission can find. */
async function storeForLeaver(
  form: FormRequest,
  opened: OpenedDraft | undefined,
  open: () => Promise<OpenedDraft>,
): Promise<void> {
  // A concurrent submission of the session may have found a new draft by the form's key.
  const isShared = form.session.id !== undefined && opened?.lookup.kind === 'none';
  if (opened?.isNew && !isShared) return discardNewDraft(form, opened);
  const lookup = await findDraft(form, keyOf(form.request)).catch(() => undefined);
  if (lookup?.kind === 'own') await storeTexts(form, await open());
}

const keyOf = ({ body }: Request): string | undefined => readKey(firstText(body, 'submitKey'));

/** Whether the response replaces the form. Scripts that check a field, begin a draft or send one file keep the page's key. */
const isAnsweredByForm = (request: Request): boolean =>
  !isFieldCheck(request) && !isSingleFile(request) && readInput(request.body).intent.kind !== 'begin';

/** Requires a token only if the browser does not send the origin of a POST. Only the first token counts. */
const hasValidToken = ({ services, request, session }: FormRequest): boolean =>
  requestSite(request, services.config.siteUrl) !== 'unknown' ||
  services.formTokens.isValid(firstText(request.body, 'token'), session.id);

/** Stores the texts in the draft. A text that is too long is shown only in the page, and blocks a submit. */
async function storeTexts(
  form: FormRequest,
  opened: OpenedDraft,
  received?: ReceivedFiles,
): Promise<Submission> {
  const { services, request } = form;
  const { drafts } = services.store;
  const submission = newSubmission(form, opened, received);
  const { draft } = opened;
  if (!draft) return submission;
  try {
    const tooLong = await drafts.saveFields(draft.id, submission.values);
    submission.hasStoredTexts = tooLong.length === 0;
    const named = submission.problems.map(({ field }) => field);
    const others = tooLong.filter((field) => !named.includes(field)).map(tooLongProblem);
    submission.problems = [...submission.problems, ...others];
    if (draft.language !== request.lng) await drafts.setLanguage(draft.id, request.lng);
  } catch (error) {
    submission.failure = error as Error;
  }
  return submission;
}

/** Adds the application that an earlier submission sent with the key. An unsigned form then shows its draft or the reference. */
async function lookUpSent(form: FormRequest, submission: Submission): Promise<Submission> {
  const { refusal, submitKey, intent, lookup } = submission;
  try {
    if (refusal === 'unsigned') submission.lookup = await findDraft(form, submitKey);
    else if (lookup.kind === 'sent' && intent.kind === 'submit')
      submission.application = await form.services.store.applications.get(lookup.reference);
  } catch (error) {
    submission.failure = error as Error;
    // Without the lookup, it is unknown whether the key was sent.
    delete submission.refusal;
  }
  return submission;
}
