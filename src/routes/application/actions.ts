import type { Request } from 'express';
import type { TextField } from '../../application/fields.ts';
import { MAX_APPLICATIONS_PER_ADDRESS_PER_DAY } from '../../application/limits.ts';
import type { Problem } from '../../application/problems.ts';
import { checkField } from '../../application/schema.ts';
import type { DeclareSwitch } from '../../backend/schemas.ts';
import type { FailureKind } from '../../failures.ts';
import { today } from '../../form/form-page.ts';
import type { FormRequest } from '../../form/form-request.ts';
import { findReceipt, judgeApplication, judgeCaptcha } from '../../form/judge.ts';
import type { Posted } from '../../form/posted.ts';
import { problemText } from '../../form/problem-words.ts';
import { findRemoved } from '../../form/removed-files.ts';
import { addressHash } from '../../form/visitor-address.ts';
import { isFragmentAsked } from '../../middleware/fragment.ts';
import type { Services } from '../../services.ts';
import type { Draft } from '../../store/drafts.ts';
import type { Reply } from './reply.ts';

type Doing = { services: Services; request: Request; reply: Reply; window: DeclareSwitch };
type Known = Doing & { form: FormRequest; draft: Draft; posted: Posted };

/** Does what the button of a POST stands for. */
export async function act(doing: Doing): Promise<void> {
  const { form } = doing.request;
  const { draft, posted } = form;
  if (!draft || !posted) throw new Error('a POST without a draft');
  const known: Known = { ...doing, form, draft, posted };
  const action = doing.request.path === '/files' ? ({ kind: 'upload' } as const) : posted.action;
  switch (action.kind) {
    case 'begin':
      return doing.reply.begun();
    case 'check':
      return check(known, action.field);
    case 'newCode':
      await doing.services.captchaDesk.renew(draft.id);
      posted.captcha = '';
      return doing.reply.done({ kind: 'newCodeReady' }, 'captcha', doing.window);
    case 'remove':
      return remove(known, action.fileId);
    case 'upload':
      return upload(known);
    case 'submit':
      return submit(known);
  }
}

/** One field as it was left. */
async function check({ services, request, reply, posted, window }: Known, field: TextField): Promise<void> {
  const value = posted.values[field] ?? '';
  const checked = checkField(field, value, today());
  const problem = 'problem' in checked ? checked.problem : undefined;
  const kind: FailureKind | undefined = problem && 'invalid';
  if (problem) services.metrics.form.faulty([field], 'left');
  if (!isFragmentAsked(request)) return reply.form({ problems: problem ? [problem] : [] }, window, kind);
  const text = problem && problemText(request.t, problem);
  reply.field(services.renderField({ field, value, problem: text, today: today() }, request.lng), kind);
}

async function remove(known: Known, fileId: string): Promise<void> {
  const { services, draft, reply, window } = known;
  const isRemoved = await services.store.drafts.removeFile(draft.id, fileId);
  const problems = await problemsSoFar(known);
  if (problems.length > 0) return reply.form({ problems }, window, kindOf(problems));
  if (isRemoved) return reply.done({ kind: 'fileRemoved' }, 'declareFile', window);
  return reply.done({ kind: 'filesUploaded', count: 0 }, 'declareFile', window);
}

async function upload(known: Known): Promise<void> {
  const { form, reply, window } = known;
  const problems = await problemsSoFar(known);
  if (problems.length === 0 && form.kept === 0) problems.push({ field: 'declareFile', code: 'noFile' });
  if (problems.length > 0) return reply.form({ problems }, window, kindOf(problems));
  return reply.done({ kind: 'filesUploaded', count: form.kept }, 'declareFile', window);
}

async function submit(known: Known): Promise<void> {
  const { services, form, reply, window, draft, posted } = known;
  const found = await problemsSoFar(known);
  const judged = await judgeApplication(services.store, draft.id, found, today());
  if ('reference' in judged) return reply.receipt(judged.reference);
  if ('problems' in judged) {
    // The same form may have come twice at once: the other one has used the code up.
    const reference = await findReceipt(services.store, undefined, posted.submitKey);
    if (reference !== undefined) return reply.receipt(reference);
    return reply.form({ problems: judged.problems }, window, kindOf(judged.problems));
  }
  const isLimited = services.config.rateLimitPerMinute > 0;
  const sent = await services.store.applications.submit(
    draft.id,
    posted.submitKey ?? draft.submitKey,
    judged.application,
    Date.now(),
    isLimited ? MAX_APPLICATIONS_PER_ADDRESS_PER_DAY : undefined,
  );
  if ('reference' in sent) {
    if (sent.isNew) services.metrics.form.sent();
    return reply.receipt(sent.reference);
  }
  if (sent.refused === 'tooMany') return reply.tooManySent(sent.until, window);
  if (sent.refused === 'gone') throw new Error('the draft is gone');
  const removed = await findRemoved(services.store, form);
  const problems: Problem[] = removed.length > 0 ? removed : [{ field: 'declareFile', code: 'noFile' }];
  return reply.form({ problems }, window, kindOf(problems));
}

/** What is wrong with files of this POST or earlier ones, and with its answer to the captcha, which is judged but once. */
async function problemsSoFar({ services, request, reply, form, draft, posted }: Known): Promise<Problem[]> {
  const address = addressHash(request.ip, services.secret);
  const problem = await judgeCaptcha(services.captchaDesk, draft, posted, address);
  posted.captcha = '';
  // The answer to a single file has words for that one alone.
  const removed = reply.isSingleFile ? [] : await findRemoved(services.store, form);
  return [...removed, ...form.problems, ...(problem ? [problem] : [])];
}

const kindOf = (problems: readonly Problem[]): FailureKind =>
  problems.some(({ code }) => code === 'captchaTooOften') ? 'tooMany' : 'invalid';
