import type { RemovedFile } from '../store/engine/tables.ts';
import { type Admission, beginDraft, discardNewDraft, draftOf } from './open-draft.ts';
import { shownVersion } from './privacy-notice.ts';
import type { Post } from './read-post.ts';
import { createReply, orFailed } from './respond.ts';
import { fileProblem, type Problem } from './rules/problems.ts';
import {
  changedFileProblems,
  intendedFileIds,
  isRepeat,
  readDraftFiles,
  removalProblems,
  validateDraft,
} from './validate.ts';

/** A POST whose draft, files and captcha answer are checked. */
export type CheckedPost = Post & {
  admission: Extract<Admission, { kind: 'draft' }>;
  /** Problems of files, of texts that are too long, and of the captcha answer. */
  found: Problem[];
  /** Infected files that the draft has lost. */
  removed: RemovedFile[];
  /** Whether this POST has removed a file of the draft. */
  hasRemoved: boolean;
};

export const NO_FILE: Problem = { field: 'declareFile', code: 'noFile' };

export async function submit(post: CheckedPost): Promise<void> {
  const { services, request, siteData, admission, posted, removed } = post;
  const { store } = services;
  const { draft } = admission;
  const reply = createReply(post);
  const validated = await validateDraft(store, draft.id, post);
  if (validated.kind === 'sent') return answerSentMeanwhile(post, validated.reference);
  const key = posted.submitKey ?? draft.submitKey;
  if (validated.kind === 'invalid') {
    // A concurrent POST of the same form may have used the captcha code up.
    const reference = await store.applications.referenceOf(key);
    if (reference !== undefined) return answerSentMeanwhile(post, reference);
    return reply.form(validated.problems, removed);
  }
  const { reader } = services.requestContexts.contextOf(request);
  const sent = await store.applications.submit(draft.id, key, validated.application, {
    quotas: services.quotas.ofAddress('applications', request.ip),
    channels: services.deliveries.channels,
    privacyNotice: await shownVersion(reader, siteData.menu, posted.privacyNotice),
    fileIds: intendedFileIds(post),
  });
  if ('reference' in sent) {
    if (!sent.isNew) return answerSentMeanwhile(post, sent.reference);
    return reply.receipt(sent.reference);
  }
  if (sent.refused === 'tooMany') return reply.tooManySent(sent.until);
  if (sent.refused === 'gone') throw new Error('the draft is gone');
  const lost = await store.scans.removedFiles(draft.id);
  const problems =
    lost.length > 0
      ? removalProblems(lost)
      : changedFileProblems(await readDraftFiles(store, draft.id), post);
  return reply.form(problems.length > 0 ? problems : [NO_FILE], lost);
}

/** Redirects a repeated submit to its receipt; returns false if the content is another one. */
export async function answerRepeat(post: Post, reference: string): Promise<boolean> {
  const application = await post.services.store.applications.get(reference);
  if (!application || !isRepeat(application, post)) return false;
  await discardNewDraft(post, post.admission);
  createReply(post).receipt(reference);
  return true;
}

/** Another POST has sent the draft: different content is stored in a new draft. */
async function answerSentMeanwhile(post: CheckedPost, reference: string): Promise<void> {
  if (await answerRepeat(post, reference)) return;
  const admission = await beginDraft(post, { kind: 'sent', reference });
  const resent = { ...post, admission };
  await orFailed(resent, async () => {
    const { posted, files, problems } = resent;
    const draft = draftOf(admission);
    if (draft) await post.services.store.drafts.saveFields(draft.id, posted.values);
    const lost = files.map(({ name }) => fileProblem({ code: 'fileNotUploaded' }, name));
    return createReply({ ...resent, problems: [...problems, ...lost] }).alreadySent(reference);
  });
}
