import type { Request, RequestHandler } from 'express';
import { addressOf } from '../../http/middleware/address.ts';
import { Failure } from '../../lib/failures.ts';
import { renderField } from '../../site/layout/render.tsx';
import { problemText } from '../form-models.ts';
import { type FormServices, isFieldCheck, isSingleFile, readFormRequest } from '../form-request.ts';
import { findDraft } from '../open-draft.ts';
import { type Action, type Post, readPost } from '../read-post.ts';
import { createReply, orFailed, sendPrivate } from '../respond.ts';
import { checkField } from '../rules/check-application.ts';
import { type TextField, textFields } from '../rules/fields.ts';
import { normaliseCaptcha } from '../rules/text.ts';
import { answerRepeat, type CheckedPost, NO_FILE, submit } from '../submit-form.ts';
import { removalProblems, today } from '../validate.ts';

/** Skips the route for POSTs that are no field checks. */
export const onlyFieldChecks: RequestHandler = (request, _response, next) =>
  next(isFieldCheck(request) ? undefined : 'route');

/** Reads and stores a POST, then validates it and responds. A step that has responded returns undefined. */
export function postForm(services: FormServices): RequestHandler {
  return async (request, response) => {
    const addressAction = actionOfAddress(request);
    const form = await readFormRequest(services, request, response);
    const post = await readPost(form, addressAction);
    if (!post) return;
    const opened = await orFailed(post, () => readWindow(post));
    const checked = opened && (await orFailed(opened, () => check(opened)));
    if (checked) await orFailed(checked, () => act(checked));
  };
}

/** Action of `?check={field}` and of `/files`; undefined if the form's button decides. */
function actionOfAddress(request: Request): Action | undefined {
  if (!isFieldCheck(request)) return request.path === '/files' ? { kind: 'upload' } : undefined;
  const name = addressOf(request).query.get('check');
  const field = textFields.find((known) => known === name);
  if (!field) throw new Failure('badRequest');
  return { kind: 'check', field };
}

/** Reads whether applications are accepted. Responds if the POST could not be stored, or repeats a sent application. */
async function readWindow(post: Post): Promise<Post | undefined> {
  const { services, request, admission, failure, posted, action } = post;
  const reply = createReply(post);
  if (admission.kind === 'unsigned') {
    // The form shows the draft, or the reference if an earlier click has sent it.
    return { ...post, admission: { ...admission, key: await findDraft(post, posted.submitKey) } };
  }
  const { key } = admission;
  if (key.kind === 'sent' && action.kind === 'submit' && (await answerRepeat(post, key.reference)))
    return undefined;
  if (admission.kind === 'full') await reply.tooManyDrafts();
  else if (failure) await reply.failed(failure);
  else {
    const { reader } = services.requestContexts.contextOf(request);
    const window = await reader.applicationWindow().catch((error: unknown) => reply.failed(error));
    if (window) return { ...post, window };
  }
  return undefined;
}

/** Checks everything but the texts: window, key, files and captcha answer. */
async function check(post: Post): Promise<CheckedPost | undefined> {
  const { admission, posted, action } = post;
  const { key } = admission;
  const reply = createReply(post);
  if (admission.kind === 'unsigned')
    await (key.kind === 'sent' ? reply.alreadySent(key.reference) : reply.unsigned());
  else if (!post.window?.enabled) await reply.closed();
  else if (action.kind === 'check') answerFieldCheck(post, action.field);
  else if (admission.kind !== 'draft') {
    // A script cannot replace the key of its page, so a taken key stores nothing.
    await (action.kind === 'begin' ? sendPrivate(post.response, '') : reply.fileRefused());
  } else if (key.kind === 'sent') await reply.alreadySent(key.reference);
  else if (action.kind === 'newCode') {
    const withoutCode = { ...posted, sealedCode: undefined };
    return { ...post, admission, posted: withoutCode, found: [], removed: [], hasRemoved: false };
  } else return checkDraft({ ...post, admission });
  return undefined;
}

function answerFieldCheck({ services, request, response, posted }: Post, field: TextField): void {
  const value = posted.values[field] ?? '';
  const checked = checkField(field, value, today());
  const problem = 'problem' in checked ? checked.problem : undefined;
  if (problem) services.metrics.fieldErrors.inc({ field, when: 'left' });
  const text = problem && problemText(request.t, problem);
  const html = renderField({ field, value, problem: text, today: today() }, request.lng);
  sendPrivate(response, html, problem && 'invalid');
}

async function checkDraft(post: Pick<CheckedPost, keyof Post>): Promise<CheckedPost> {
  const { services, request, admission, posted, action } = post;
  const { drafts, resumableUploads, scans, now } = services.store;
  const { draft } = admission;
  const hasRemoved =
    action.kind === 'remove' &&
    ((await drafts.removeFile(draft.id, action.fileId)) ||
      (await resumableUploads.remove(draft.id, action.fileId)));
  // The response to a single file shows the problems of that file only.
  const removed = isSingleFile(request) ? [] : await scans.removedFiles(draft.id);
  const found = [...removalProblems(removed), ...post.problems];
  // An empty answer is validated with the whole form and uses no code up.
  if (normaliseCaptcha(posted.captcha) === '') return { ...post, found, removed, hasRemoved };
  const problem = await services.captchaCodes.answer(draft, posted, request.ip);
  const solved = { ...draft, captchaSolvedAt: draft.captchaSolvedAt ?? now() };
  return {
    ...post,
    // A code that was not used stays, with the typed answer.
    posted: problem?.code === 'captchaTooOften' ? posted : { ...posted, sealedCode: undefined },
    admission: problem ? admission : { ...admission, draft: solved },
    found: problem ? [...found, problem] : found,
    removed,
    hasRemoved,
  };
}

async function act(post: CheckedPost): Promise<void> {
  const { action, files, found, removed, hasRemoved } = post;
  const reply = createReply(post);
  if (action.kind === 'begin') return sendPrivate(post.response, '');
  if (action.kind === 'newCode') return reply.done({ kind: 'newCodeReady' });
  if (action.kind === 'submit') return submit(post);
  if (found.length > 0) return reply.form(found, removed);
  if (hasRemoved) return reply.done({ kind: 'fileRemoved' });
  const count = action.kind === 'remove' ? 0 : files.filter(({ id }) => id !== undefined).length;
  if (action.kind === 'upload' && count === 0) return reply.form([NO_FILE]);
  return reply.done({ kind: 'filesUploaded', count });
}
