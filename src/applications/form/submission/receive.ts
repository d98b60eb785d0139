import type { Request } from 'express';
import { requestSite } from '../../../http/middleware/access.ts';
import { KILOBYTE } from '../../rules/limits.ts';
import { tooLongProblem } from '../../rules/problems.ts';
import type { ReceivedFiles } from '../../uploads/file-intake.ts';
import { type FormRequest, isFieldCheck, isSingleFile } from '../form-request.ts';
import { discardNewDraft, findDraft, NO_DRAFT, openDraft } from './draft-steps.ts';
import { readBody } from './read-body.ts';
import {
  type DraftLookup,
  type Intent,
  parseSubmitKey,
  type Refusal,
  readInput,
  type Submission,
  textOf,
  today,
} from './submission.ts';

/**
 * Receives a submission and stores its files and texts before validating them. If the body is truncated, it stores the parts that
 * arrived and rethrows the error, or returns undefined if the applicant has left. The URL's intent takes precedence over the
 * button's, unless a script begins a draft. If applications are closed, it reads the beginning only.
 */
export async function receive(
  form: FormRequest,
  addressIntent: Intent | undefined,
  isClosed: boolean,
): Promise<Submission | undefined> {
  const { request, response, session } = form;
  let opening: Promise<DraftLookup> | undefined;
  /** Opens the draft once, by the token and key that precede the first file. A valid token that arrives later is still accepted. */
  async function open(mayBegin = true): Promise<DraftLookup> {
    if (session.failure) throw session.failure;
    if (!opening && !hasValidToken(form)) return { ...NO_DRAFT, refusal: 'unsigned' };
    const key = readSubmitKey(request);
    opening ??= mayBegin ? openDraft(form, key, isAnsweredWithForm(request)) : findDraft(form, key);
    return opening;
  }
  try {
    const isCheck = isFieldCheck(request);
    const received = await readBody(form, {
      open: isCheck ? undefined : async () => (await open()).draft,
      isBounded: isCheck || isClosed,
    });
    // A POST without a file or a known field does not begin a draft.
    const submission = await storeTexts(form, open(hasFormFields(request)), received);
    if (addressIntent && submission.intent.kind !== 'begin') submission.intent = addressIntent;
    return await lookUpSent(form, submission);
  } catch (error) {
    if (response.socket?.destroyed ?? true) {
      await storeAfterDisconnect(form, opening);
      return undefined;
    }
    if (hasFormFields(request) || opening) await storeTexts(form, open());
    throw error;
  }
}

/** Receives the texts of a submission that was rejected by its headers, without storing them. */
export async function receiveRefused(form: FormRequest, refusal: Refusal): Promise<Submission> {
  const { failure } = form.session;
  // The form is shown with the texts that arrived, even if the body is malformed.
  const { problems } = await readBody(form, { isBounded: true }).catch(() => ({ problems: [] }));
  const submission = createSubmission(form, { ...NO_DRAFT, refusal }, { problems, failure });
  const found = await findDraft(form, submission.submitKey).catch((failure: Error) => ({ failure }));
  return { ...submission, ...found };
}

const createSubmission = (
  { request }: FormRequest,
  opened: DraftLookup,
  received: Partial<ReceivedFiles> = {},
): Submission => ({
  ...readInput(request.body),
  files: [],
  problems: [],
  ...received,
  ...opened,
  hasStoredTexts: false,
  today: today(),
});

/** Stores the texts of an applicant who has left, but only in a draft that the applicant or a concurrent submission can find. */
async function storeAfterDisconnect(
  form: FormRequest,
  opening: Promise<DraftLookup> | undefined,
): Promise<void> {
  const opened = await (opening ?? findDraft(form, readSubmitKey(form.request))).catch(() => NO_DRAFT);
  // A concurrent submission of the session may have found a new draft by the form's key.
  const isShared = form.session.id !== undefined && opened.lookup === 'none';
  if (opened.isNew && !isShared) await discardNewDraft(form, opened);
  else if (opened.draft && hasValidToken(form)) await storeTexts(form, Promise.resolve(opened));
}

const readSubmitKey = (request: Request): string | undefined => parseSubmitKey(textOf(request, 'submitKey'));

function hasFormFields({ body }: Request): boolean {
  const { values, submitKey } = readInput(body);
  return submitKey !== undefined || Object.keys(values).length > 0;
}

/** Whether the response replaces the form. If a script checks a field, begins a draft or sends one file, the page keeps its key. */
const isAnsweredWithForm = (request: Request): boolean =>
  !isFieldCheck(request) && !isSingleFile(request) && readInput(request.body).intent.kind !== 'begin';

/** Requires a token only if the browser does not send the origin of a POST. Only the first token counts. */
const hasValidToken = ({ services, request, session }: FormRequest): boolean =>
  requestSite(request, services.config.siteUrl) !== 'unknown' ||
  services.formTokens.isValid(textOf(request, 'token'), session.id);

/** Stores the texts in the draft. A text that is too long is only shown on the page, and blocks a submit. */
async function storeTexts(
  form: FormRequest,
  opening: Promise<DraftLookup>,
  received?: ReceivedFiles,
): Promise<Submission> {
  const { services, request } = form;
  const { drafts, now } = services.store;
  let submission = createSubmission(form, NO_DRAFT, received);
  try {
    submission = createSubmission(form, await opening, received);
    const { draft, values, problems } = submission;
    if (!draft) return submission;
    // The first kilobyte is counted with the draft.
    const kilobytes = Math.floor(Buffer.byteLength(JSON.stringify(values)) / KILOBYTE);
    const quotas = kilobytes === 0 ? [] : services.quotas.of('kilobytes', draft, request.ip, kilobytes);
    const tooLong = await drafts.saveFields(draft.id, values, now(), quotas);
    submission.hasStoredTexts = tooLong.length === 0;
    const named = problems.map(({ field }) => field);
    const others = tooLong.filter((field) => !named.includes(field)).map(tooLongProblem);
    submission.problems = [...problems, ...others];
    if (draft.language !== request.lng) await drafts.setLanguage(draft.id, request.lng);
  } catch (error) {
    submission.failure = error as Error;
  }
  return submission;
}

/** Adds the application that was already submitted with the form's key. An unsigned form gets its draft or its reference. */
async function lookUpSent(form: FormRequest, submission: Submission): Promise<Submission> {
  const { refusal, submitKey, intent, lookup, reference } = submission;
  try {
    if (refusal === 'unsigned') Object.assign(submission, await findDraft(form, submitKey));
    else if (lookup === 'sent' && reference !== undefined && intent.kind === 'submit')
      submission.application = await form.services.store.applications.get(reference);
  } catch (error) {
    submission.failure = error as Error;
    // Without the lookup, it is unknown whether the form's key was already submitted.
    delete submission.refusal;
  }
  return submission;
}
