import type { RemovedFile } from '../../store/engine/tables.ts';
import { fileChanges, meantFiles, removedProblems } from '../file-changes.ts';
import { today } from '../form-page.ts';
import { shownVersion } from '../privacy-notice.ts';
import { isRepeat } from '../repeated-submit.ts';
import { fileProblem, type Problem } from '../rules/problems.ts';
import { judgeApplication } from '../validate.ts';
import { type Admission, beginDraft, forgetNewDraft } from './open-draft.ts';
import type { Post } from './read-post.ts';
import { createReply, orFailed } from './reply.ts';

/** `found`: problems of files of this POST or earlier ones, and of its answer to the captcha. */
export type JudgedPost = Post & {
  admission: Extract<Admission, { kind: 'draft' }>;
  found: Problem[];
  /** Files that the draft has lost because they are infected. */
  removed: RemovedFile[];
  /** Whether this POST has removed a file of the draft. */
  hasRemoved: boolean;
};

export const NO_FILE: Problem = { field: 'declareFile', code: 'noFile' };

export async function submit(post: JudgedPost): Promise<void> {
  const { services, request, siteData, admission, posted, removed } = post;
  const { store } = services;
  const { draft } = admission;
  const reply = createReply(post);
  const changes = removed.length > 0 ? [] : await fileChanges(store, draft.id, post);
  const found = [...post.found, ...changes];
  const judged = await judgeApplication(store, draft.id, posted.values, found, today());
  if ('sent' in judged) return sentMeanwhile(post, judged.sent);
  const key = posted.submitKey ?? draft.submitKey;
  if ('problems' in judged) {
    // The same form may have come twice at once: the other one has used the code up.
    const reference = await store.applications.referenceOf(key);
    if (reference !== undefined) return sentMeanwhile(post, reference);
    return reply.form(judged.problems, removed);
  }
  const { reader } = services.requestContexts.contextOf(request);
  const sent = await store.applications.submit(draft.id, key, judged.application, store.now(), {
    mostPerDay: services.quotas.applicationsPerDay,
    channels: services.deliveries.channels,
    privacyNotice: await shownVersion(reader, siteData.menu, posted.privacyNotice),
    fileIds: meantFiles(post),
  });
  if ('reference' in sent) {
    if (!sent.isNew) return sentMeanwhile(post, sent.reference);
    return reply.receipt(sent.reference);
  }
  if (sent.refused === 'tooMany') return reply.tooManySent(sent.until);
  if (sent.refused === 'gone') throw new Error('the draft is gone');
  const lost = await store.scans.removedFrom(draft.id);
  const problems = lost.length > 0 ? removedProblems(lost) : await fileChanges(store, draft.id, post);
  return reply.form(problems.length > 0 ? problems : [NO_FILE], lost);
}

/** Shows the receipt again if a POST repeats a sent application; false if it brings anything else. */
export async function answerRepeat(post: Post, reference: string): Promise<boolean> {
  const application = await post.services.store.applications.get(reference);
  if (!application || !isRepeat(application, post, today())) return false;
  await forgetNewDraft(post, post.admission);
  createReply(post).receipt(reference);
  return true;
}

/** Another POST has sent the draft: what this one brings is kept in another draft, unless it is the same. */
async function sentMeanwhile(post: JudgedPost, reference: string): Promise<void> {
  if (await answerRepeat(post, reference)) return;
  const { isCookieLost } = post.admission;
  const resent = { ...post, admission: { isCookieLost, ...(await beginDraft(post)), sent: reference } };
  await orFailed(resent, async () => {
    const { admission, posted, files, problems } = resent;
    if (admission.kind === 'failed') throw admission.error;
    if (admission.draft) await post.services.store.drafts.saveFields(admission.draft.id, posted.values);
    const lost = files.map(({ name }) => fileProblem({ code: 'fileNotUploaded' }, name));
    return createReply({ ...resent, problems: [...problems, ...lost] }).alreadySent(reference);
  });
}
