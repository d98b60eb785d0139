import { normaliseCaptcha } from '../../application/ascii.ts';
import type { TextField } from '../../application/fields.ts';
import { fileProblem, type Problem } from '../../application/problems.ts';
import { checkField } from '../../application/schema.ts';
import { fileChanges, meantFiles } from '../../form/file-changes.ts';
import { today } from '../../form/form-page.ts';
import { judgeApplication } from '../../form/judge.ts';
import type { Action, Posted } from '../../form/posted.ts';
import { shownVersion } from '../../form/privacy-notice.ts';
import { problemText } from '../../form/problem-words.ts';
import { findRemoved } from '../../form/removed-files.ts';
import { isRepeat } from '../../form/repeat.ts';
import { addressHash } from '../../form/visitor-address.ts';
import { renderField } from '../../pages/render.tsx';
import type { Draft } from '../../store/drafts.ts';
import { beginDraft, forgetNewDraft } from './open-draft.ts';
import type { Reply } from './reply.ts';
import type { Visit } from './visit.ts';

export type Post = Visit & { reply: Reply; posted: Posted };
type DraftPost = Post & { draft: Draft };

export async function act(post: DraftPost, action: Action): Promise<void> {
  const { reply, posted } = post;
  switch (action.kind) {
    case 'begin':
      // An answer that was typed already counts for the form that follows.
      await problemsSoFar(post);
      return reply.begun();
    case 'check':
      return check(post, action.field);
    case 'newCode':
      posted.sealedCode = undefined;
      return reply.done({ kind: 'newCodeReady' });
    case 'remove':
      return remove(post, action.fileId);
    case 'upload':
      return upload(post);
    case 'submit':
      return submit(post);
  }
}

/** Answers scripts whose key is sent or another session's: nothing is kept for them, and the key of their page stays. */
export async function actWithoutDraft(post: Post, action: Action): Promise<void> {
  if (action.kind === 'check') return check(post, action.field);
  return action.kind === 'begin' ? post.reply.begun() : post.reply.fileRefused();
}

/** Shows the receipt again if a POST repeats a sent application; false if it brings anything else. */
export async function answerRepeat(post: Post, reference: string): Promise<boolean> {
  const { services, form, reply } = post;
  const application = await services.store.applications.get(reference);
  if (!application || !isRepeat(application, form, today())) return false;
  await forgetNewDraft(post);
  reply.receipt(reference);
  return true;
}

async function check({ services, request, reply, posted }: Post, field: TextField): Promise<void> {
  const value = posted.values[field] ?? '';
  const checked = checkField(field, value, today());
  const problem = 'problem' in checked ? checked.problem : undefined;
  if (problem) services.metrics.fieldErrors.inc({ field, when: 'left' });
  const text = problem && problemText(request.t, problem);
  const html = renderField({ field, value, problem: text, today: today() }, request.lng);
  reply.field(html, problem && 'invalid');
}

async function remove(post: DraftPost, fileId: string): Promise<void> {
  const { services, draft, reply } = post;
  const { drafts, resumableUploads } = services.store;
  const isRemoved =
    (await drafts.removeFile(draft.id, fileId)) || (await resumableUploads.remove(draft.id, fileId));
  const problems = await problemsSoFar(post);
  if (problems.length > 0) return reply.form(problems);
  return reply.done(isRemoved ? { kind: 'fileRemoved' } : { kind: 'filesUploaded', count: 0 });
}

async function upload(post: DraftPost): Promise<void> {
  const { form, reply } = post;
  const problems = await problemsSoFar(post);
  const count = form.files.filter(({ id }) => id !== undefined).length;
  if (problems.length === 0 && count === 0) problems.push({ field: 'declareFile', code: 'noFile' });
  if (problems.length > 0) return reply.form(problems);
  return reply.done({ kind: 'filesUploaded', count });
}

async function submit(post: DraftPost): Promise<void> {
  const { services, request, form, reply, draft, posted } = post;
  const { store } = services;
  const found = await problemsSoFar(post);
  const judged = await judgeApplication(store, draft, form, found, today());
  if ('sent' in judged) return sentMeanwhile(post, judged.sent);
  const key = posted.submitKey ?? draft.submitKey;
  if ('problems' in judged) {
    // The same form may have come twice at once: the other one has used the code up.
    const reference = await store.applications.referenceOf(key);
    return reference === undefined ? reply.form(judged.problems) : sentMeanwhile(post, reference);
  }
  const { reader } = services.requestContexts.contextOf(request);
  const sent = await store.applications.submit(draft.id, key, judged.application, store.now(), {
    mostPerDay: services.quotas.applicationsPerDay,
    channels: services.deliveries.channels,
    privacyNotice: await shownVersion(reader, form.siteData.menu, posted.privacyNotice),
    fileIds: meantFiles(form),
  });
  if ('reference' in sent) {
    if (!sent.isNew) return sentMeanwhile(post, sent.reference);
    return reply.receipt(sent.reference);
  }
  if (sent.refused === 'tooMany') return reply.tooManySent(sent.until);
  if (sent.refused === 'gone') throw new Error('the draft is gone');
  const removed = await findRemoved(store, form);
  const changes = removed.length > 0 ? removed : await fileChanges(store, draft.id, form);
  return reply.form(changes.length > 0 ? changes : [{ field: 'declareFile', code: 'noFile' }]);
}

/** Another POST has sent the draft: what this one brings is kept in another draft, unless it is the same. */
async function sentMeanwhile(post: DraftPost, reference: string): Promise<void> {
  const { services, form, reply, posted } = post;
  if (await answerRepeat(post, reference)) return;
  form.sent = reference;
  form.draft = undefined;
  const draft = await beginDraft(post);
  if (draft) await services.store.drafts.saveFields(draft.id, posted.values);
  form.problems.push(...form.files.map(({ name }) => fileProblem({ code: 'fileNotUploaded' }, name)));
  return reply.alreadySent(reference);
}

/** Problems of files of this POST or earlier ones, and of its answer to the captcha, which is judged once only. */
async function problemsSoFar({
  services,
  request,
  reply,
  form,
  draft,
  posted,
}: DraftPost): Promise<Problem[]> {
  const address = addressHash(request.ip, services.secret);
  // An empty answer is judged with the whole form: it uses no code up.
  const isAnswered = normaliseCaptcha(posted.captcha) !== '';
  const problem = isAnswered ? await services.captchaCodes.answer(draft.id, posted, address) : undefined;
  // A code that was not judged stays, with what was typed.
  if (isAnswered && problem?.code !== 'captchaTooOften') posted.sealedCode = undefined;
  if (isAnswered && !problem) draft.captchaSolvedAt ??= services.store.now();
  // The answer to a single file shows the problems of that file only.
  const removed = reply.isSingleFile ? [] : await findRemoved(services.store, form);
  return [...removed, ...form.problems, ...(problem ? [problem] : [])];
}
