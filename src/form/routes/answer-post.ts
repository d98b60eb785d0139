import type { RequestHandler } from 'express';
import { addressHash } from '../../http/client-address.ts';
import { renderField } from '../../pages/render.tsx';
import { removedProblems } from '../file-changes.ts';
import { today } from '../form-page.ts';
import type { Action } from '../posted.ts';
import { problemText } from '../problem-words.ts';
import { checkField } from '../rules/check-application.ts';
import type { TextField } from '../rules/fields.ts';
import { normaliseCaptcha } from '../rules/text.ts';
import { findDraft } from './open-draft.ts';
import { type Post, readPost } from './read-post.ts';
import { createReply, orFailed } from './reply.ts';
import { sendOwn } from './send-form.ts';
import { answerRepeat, type JudgedPost, NO_FILE, submit } from './submit-post.ts';
import { type FormServices, isSingleFile, readVisit } from './visit.ts';

/** Answers a POST after everything in it is kept. Its address may say the `action`, else the form does. */
export function answerPost(services: FormServices, action?: Action): RequestHandler {
  return async (request, response) => {
    const visit = await readVisit(services, request, response);
    const post = await readPost(visit, action?.kind !== 'check');
    if (!post) return;
    const { posted } = post;
    const asked = posted.action.kind === 'begin' ? posted.action : (action ?? posted.action);
    const known = await orFailed(post, () => findWindow(post, asked));
    const judged = known && (await orFailed(known, () => judge(known, asked)));
    if (judged) await orFailed(judged, () => act(judged, asked));
  };
}

/** Reads whether applications are taken. Undefined if the POST is answered: it could not be kept, or repeats a sent application. */
async function findWindow(post: Post, asked: Action): Promise<Post | undefined> {
  const { services, request, admission, failure, posted } = post;
  const reply = createReply(post);
  if (admission.kind === 'unsigned') {
    // The form shows the draft. The answer to a second click names the application that the first one has sent.
    return { ...post, admission: { ...admission, ...(await findDraft(post, posted.submitKey)) } };
  }
  const { sent } = admission;
  if (sent !== undefined && asked.kind === 'submit' && (await answerRepeat(post, sent))) return undefined;
  if (admission.kind === 'full') await reply.tooManyDrafts();
  else if (failure) await reply.failed(failure);
  else {
    const { reader } = services.requestContexts.contextOf(request);
    const window = await reader.applicationWindow().catch((error: unknown) => reply.failed(error));
    if (window) return { ...post, window };
  }
  return undefined;
}

/** Judges what a POST brings besides its texts: its answer to the captcha counts once only. Undefined if the POST is answered. */
async function judge(post: Post, asked: Action): Promise<JudgedPost | undefined> {
  const { admission, posted } = post;
  const reply = createReply(post);
  if (admission.kind === 'unsigned') {
    await (admission.sent === undefined ? reply.unsigned() : reply.alreadySent(admission.sent));
  } else if (!post.window?.enabled) await reply.closed();
  else if (asked.kind === 'check') answerCheck(post, asked.field);
  else if (admission.kind !== 'draft') {
    // Nothing is kept for scripts whose key is sent or another session's, and the key of their page stays.
    await (asked.kind === 'begin' ? sendOwn(post.response, '') : reply.fileRefused());
  } else if (admission.sent !== undefined) await reply.alreadySent(admission.sent);
  else if (asked.kind === 'newCode') {
    const withoutCode = { ...posted, sealedCode: undefined };
    return { ...post, admission, posted: withoutCode, found: [], removed: [], hasRemoved: false };
  } else return judgeDraft({ ...post, admission }, asked);
  return undefined;
}

function answerCheck({ services, request, response, posted }: Post, field: TextField): void {
  const value = posted.values[field] ?? '';
  const checked = checkField(field, value, today());
  const problem = 'problem' in checked ? checked.problem : undefined;
  if (problem) services.metrics.fieldErrors.inc({ field, when: 'left' });
  const text = problem && problemText(request.t, problem);
  const html = renderField({ field, value, problem: text, today: today() }, request.lng);
  sendOwn(response, html, problem && 'invalid');
}

async function judgeDraft(post: Pick<JudgedPost, keyof Post>, asked: Action): Promise<JudgedPost> {
  const { services, request, admission, posted } = post;
  const { drafts, resumableUploads, scans, now } = services.store;
  const { draft } = admission;
  const hasRemoved =
    asked.kind === 'remove' &&
    ((await drafts.removeFile(draft.id, asked.fileId)) ||
      (await resumableUploads.remove(draft.id, asked.fileId)));
  // The answer to a single file shows the problems of that file only.
  const removed = isSingleFile(request) ? [] : await scans.removedFrom(draft.id);
  const found = [...removedProblems(removed), ...post.problems];
  // An empty answer is judged with the whole form: it uses no code up.
  if (normaliseCaptcha(posted.captcha) === '') return { ...post, found, removed, hasRemoved };
  const address = addressHash(request.ip, services.secret);
  const problem = await services.captchaCodes.answer(draft.id, posted, address);
  const solved = { ...draft, captchaSolvedAt: draft.captchaSolvedAt ?? now() };
  return {
    ...post,
    // A code that was not judged stays, with what was typed.
    posted: problem?.code === 'captchaTooOften' ? posted : { ...posted, sealedCode: undefined },
    admission: problem ? admission : { ...admission, draft: solved },
    found: problem ? [...found, problem] : found,
    removed,
    hasRemoved,
  };
}

async function act(post: JudgedPost, asked: Action): Promise<void> {
  const { files, found, removed, hasRemoved } = post;
  const reply = createReply(post);
  // The draft is there, which is all that was asked for.
  if (asked.kind === 'begin') return sendOwn(post.response, '');
  if (asked.kind === 'newCode') return reply.done({ kind: 'newCodeReady' });
  if (asked.kind === 'submit') return submit(post);
  if (found.length > 0) return reply.form(found, removed);
  if (hasRemoved) return reply.done({ kind: 'fileRemoved' });
  const count = asked.kind === 'remove' ? 0 : files.filter(({ id }) => id !== undefined).length;
  if (asked.kind === 'upload' && count === 0) return reply.form([NO_FILE]);
  return reply.done({ kind: 'filesUploaded', count });
}
