import { normaliseCaptcha } from '../../application/ascii.ts';
import type { TextField } from '../../application/fields.ts';
import { MAX_APPLICATIONS_PER_ADDRESS_PER_DAY } from '../../application/limits.ts';
import type { Problem } from '../../application/problems.ts';
import { checkField } from '../../application/schema.ts';
import { today } from '../../form/form-page.ts';
import { findReceipt, judgeApplication } from '../../form/judge.ts';
import type { Action, Posted } from '../../form/posted.ts';
import { shownVersion } from '../../form/privacy-notice.ts';
import { problemText } from '../../form/problem-words.ts';
import { findRemoved } from '../../form/removed-files.ts';
import { addressHash } from '../../form/visitor-address.ts';
import { isFragmentAsked } from '../../middleware/fragment.ts';
import { renderField } from '../../pages/render.tsx';
import type { Draft } from '../../store/drafts.ts';
import type { Reply } from './reply.ts';
import type { Visit } from './visit.ts';

type Post = Visit & { reply: Reply; draft: Draft; posted: Posted };

export async function act(post: Post, action: Action): Promise<void> {
  const { services, reply, draft, posted } = post;
  switch (action.kind) {
    case 'begin':
      return reply.begun();
    case 'check':
      return check(post, action.field);
    case 'newCode':
      await services.captchaCodes.renew(draft.id);
      posted.captcha = '';
      return reply.done({ kind: 'newCodeReady' });
    case 'remove':
      return remove(post, action.fileId);
    case 'upload':
      return upload(post);
    case 'submit':
      return submit(post);
  }
}

async function check({ services, request, reply, posted }: Post, field: TextField): Promise<void> {
  const value = posted.values[field] ?? '';
  const checked = checkField(field, value, today());
  const problem = 'problem' in checked ? checked.problem : undefined;
  if (problem) services.metrics.form.problemsAt([field], 'left');
  if (!isFragmentAsked(request)) return reply.form(problem ? [problem] : []);
  const text = problem && problemText(request.t, problem);
  const html = renderField({ field, value, problem: text, today: today() }, request.lng);
  reply.field(html, problem && 'invalid');
}

async function remove(post: Post, fileId: string): Promise<void> {
  const { services, draft, reply } = post;
  const { drafts, resumableUploads } = services.store;
  const isRemoved =
    (await drafts.removeFile(draft.id, fileId)) || (await resumableUploads.remove(draft.id, fileId));
  const problems = await problemsSoFar(post);
  if (problems.length > 0) return reply.form(problems);
  return reply.done(isRemoved ? { kind: 'fileRemoved' } : { kind: 'filesUploaded', count: 0 });
}

async function upload(post: Post): Promise<void> {
  const { form, reply } = post;
  const problems = await problemsSoFar(post);
  if (problems.length === 0 && form.kept === 0) problems.push({ field: 'declareFile', code: 'noFile' });
  if (problems.length > 0) return reply.form(problems);
  return reply.done({ kind: 'filesUploaded', count: form.kept });
}

async function submit(post: Post): Promise<void> {
  const { services, request, form, reply, draft, posted } = post;
  const found = await problemsSoFar(post);
  const judged = await judgeApplication(services.store, draft.id, found, today());
  if ('reference' in judged) return reply.receipt(judged.reference);
  if ('problems' in judged) {
    // The same form may have come twice at once: the other one has used the code up.
    const reference = await findReceipt(services.store, undefined, posted.submitKey);
    if (reference !== undefined) return reply.receipt(reference);
    return reply.form(judged.problems);
  }
  const isLimited = services.config.rateLimitPerMinute > 0;
  const { reader } = services.requestContexts.contextOf(request);
  const sent = await services.store.applications.submit(
    draft.id,
    posted.submitKey ?? draft.submitKey,
    judged.application,
    services.store.now(),
    {
      mostPerDay: isLimited ? MAX_APPLICATIONS_PER_ADDRESS_PER_DAY : undefined,
      channels: services.deliveries.channels,
      privacyNotice: await shownVersion(reader, form.siteData.menu, posted.privacyNotice),
    },
  );
  if ('reference' in sent) {
    if (sent.isNew) services.metrics.form.sent();
    return reply.receipt(sent.reference);
  }
  if (sent.refused === 'tooMany') return reply.tooManySent(sent.until);
  if (sent.refused === 'gone') throw new Error('the draft is gone');
  const removed = await findRemoved(services.store, form);
  const problems: Problem[] = removed.length > 0 ? removed : [{ field: 'declareFile', code: 'noFile' }];
  return reply.form(problems);
}

/** Problems of files of this POST or earlier ones, and of its answer to the captcha, which is judged once only. */
async function problemsSoFar({ services, request, reply, form, draft, posted }: Post): Promise<Problem[]> {
  const address = addressHash(request.ip, services.secret);
  // An empty answer is judged with the whole form: it uses no code up.
  const isAnswered = normaliseCaptcha(posted.captcha) !== '';
  const problem = isAnswered ? await services.captchaCodes.answer(draft, posted, address) : undefined;
  posted.captcha = '';
  // The answer to a single file shows the problems of that file only.
  const removed = reply.isSingleFile ? [] : await findRemoved(services.store, form);
  return [...removed, ...form.problems, ...(problem ? [problem] : [])];
}
