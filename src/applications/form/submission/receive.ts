import type { Request } from 'express';
import { findRequestingSite } from '../../../http/middleware/cross-site.ts';
import type { TextField } from '../../rules/fields.ts';
import { KILOBYTE } from '../../rules/limits.ts';
import { tooLongProblem } from '../../rules/problems.ts';
import type { ReceivedFiles } from '../../uploads/file-receiver.ts';
import { checkedField, type FormRequest } from '../form-request.ts';
import { discardNewDraft, findDraft, NO_DRAFT, type Opened, openDraft } from './open-draft.ts';
import { readForm } from './read-body.ts';
import {
  type FormInput,
  type Refusal,
  type Refused,
  readInput,
  type Saved,
  type Submission,
  sentToken,
} from './submission.ts';

type Open = (mayBegin: boolean) => Promise<Opened>;

/** Stores values and files before they are validated. Returns undefined if the applicant has left. */
export async function receive(form: FormRequest, isClosed: boolean): Promise<Submission | undefined> {
  const { request, response, session } = form;
  const isCheck = checkedField(request) !== undefined;
  let opening: Promise<Opened> | undefined;
  /** Opens the draft once, by the token and key that precede the first file. Accepts a valid token that arrives later. */
  const open: Open = async (mayBegin) => {
    if (session.failure) throw session.failure;
    if (!opening && !hasValidToken(form)) return { found: NO_DRAFT, reason: 'unsigned' };
    const { submitKey, intent } = inputOf(request);
    const mayReplaceKey = intent.kind !== 'check' && intent.kind !== 'begin';
    opening ??= openDraft(form, submitKey, { mayBegin, mayReplaceKey });
    return opening;
  };
  try {
    const received = await readForm(form, {
      open: isCheck ? undefined : async () => (await open(true)).draft,
      isBounded: isCheck || isClosed,
    });
    return await save(form, open, received);
  } catch (error) {
    if (response.socket?.destroyed ?? true) {
      await saveAfterDisconnect(form, opening);
      return undefined;
    }
    if (hasFormFields(request) || opening) await save(form, open);
    throw error;
  }
}

/** Receives the values of a submission that its headers refuse, without storing them. */
export async function receiveRefused(form: FormRequest, reason: Refusal): Promise<Refused> {
  // Even a malformed body may have sent values to show.
  const { problems } = await readForm(form, { isBounded: true }).catch(() => ({ problems: [] }));
  const input = inputOf(form.request);
  const refused = { stage: 'refused', reason, input, files: [], problems } as const;
  try {
    if (form.session.failure) throw form.session.failure;
    return { ...refused, found: await findDraft(form, input.submitKey) };
  } catch (error) {
    return { ...refused, found: NO_DRAFT, failure: error as Error };
  }
}

const inputOf = (request: Request): FormInput => readInput(request.body, checkedField(request));

async function save(form: FormRequest, open: Open, received?: ReceivedFiles): Promise<Submission> {
  const { request } = form;
  const input = inputOf(request);
  const arrived = { input, files: [], problems: [], ...received };
  try {
    const opened = await open(hasFormFields(request));
    if (opened.draft)
      return await saveTexts(form, { ...arrived, ...opened, stage: 'saved', hasAllTexts: false });
    const { reason, found } = opened;
    if (reason === undefined) return { ...arrived, found, stage: 'unsaved' };
    const current = reason === 'unsigned' ? await findDraft(form, input.submitKey) : found;
    return { ...arrived, found: current, reason, stage: 'refused' };
  } catch (error) {
    return { ...arrived, found: NO_DRAFT, failure: error as Error, stage: 'unsaved' };
  }
}

/** A text beyond the draft's limit is only shown on the page, and blocks a submit. */
async function saveTexts(form: FormRequest, saved: Saved): Promise<Saved> {
  const { services, request } = form;
  const { drafts, now } = services.store;
  const { draft, input, problems } = saved;
  try {
    if (draft.language !== request.lng) await drafts.setLanguage(draft.id, request.lng);
    // The first kilobyte is counted with the draft.
    const kilobytes = Math.floor(Buffer.byteLength(JSON.stringify(input.values)) / KILOBYTE);
    const quotas = kilobytes === 0 ? [] : services.quotas.of('kilobytes', draft, request.ip, kilobytes);
    const tooLong = await drafts.saveFields(draft.id, input.values, now(), quotas);
    const isReported = (name: TextField) => problems.some(({ field }) => field === name);
    const all = [...problems, ...tooLong.filter((name) => !isReported(name)).map(tooLongProblem)];
    return { ...saved, hasAllTexts: !all.some(({ code }) => code === 'tooLong'), problems: all };
  } catch (error) {
    return { ...saved, failure: error as Error };
  }
}

/** Stores the values of an applicant who has left, in a draft that the session or a concurrent submission can find. */
async function saveAfterDisconnect(form: FormRequest, opening: Promise<Opened> | undefined): Promise<void> {
  const { submitKey } = inputOf(form.request);
  const opened = await (opening ?? openDraft(form, submitKey, { mayBegin: false })).catch(() => undefined);
  if (!opened?.draft) return;
  // A concurrent submission from the session may have found a new draft by the form's key.
  const isShared = form.session.id !== undefined && opened.found.lookup === 'none';
  if (opened.isNew && !isShared) await discardNewDraft(form, opened);
  else if (hasValidToken(form)) await save(form, async () => opened);
}

function hasFormFields(request: Request): boolean {
  const { values, submitKey } = inputOf(request);
  return submitKey !== undefined || Object.keys(values).length > 0;
}

/** A token is required only if the browser does not send an origin. */
const hasValidToken = ({ services, request, session }: FormRequest): boolean =>
  findRequestingSite(request, services.config.siteUrl) !== 'unknown' ||
  services.formTokens.isValid(sentToken(request), session.id);
