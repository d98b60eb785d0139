import type { SessionData } from 'express-session';
import { formatDay, formatMoment, readDay } from '../../content/time.ts';
import { isFragmentAsked } from '../../http/middleware/fragment.ts';
import { Failure, type FailureKind, isServersFault } from '../../lib/failures.ts';
import { renderFiles } from '../../pages/render.tsx';
import { expiryOf } from '../../store/drafts/drafts.ts';
import type { RemovedFile } from '../../store/engine/tables.ts';
import { draftFiles, NO_FILES } from '../draft-files.ts';
import { closedPage, type FoundDraft, formPage, type Messages } from '../form-page.ts';
import { noticeText, problemText } from '../problem-words.ts';
import { DRAFTS_RETRY_S } from '../rules/limits.ts';
import type { Problem } from '../rules/problems.ts';
import { saveSession } from '../session.ts';
import type { Post } from './read-post.ts';
import { leadTo, sendForm, sendOwn } from './send-form.ts';
import { isSingleFile, tokenFor, type Visit } from './visit.ts';

/** A request whose form is shown; a POST has more than a GET. */
type Shown = Visit &
  Pick<Post, 'posted' | 'problems' | 'failure' | 'window'> & {
    admission: FoundDraft;
    hasKeptTexts?: boolean;
  };

/** `removed` are files that the draft has lost because they are infected, and that `problems` name. */
type Said = Messages & { removed?: readonly RemovedFile[]; hasFailed?: boolean };

export function createReply(post: Shown) {
  const { services, request, response, session, admission, posted, window, problems } = post;
  const { t, lng } = request;
  const formPath = post.node.path;
  const isSingle = isSingleFile(request);

  /** The form again; `kind` is noted for the request's line in the log. */
  async function showForm(said: Said, kind?: FailureKind, cause?: unknown): Promise<void> {
    if (kind) request.failure = new Failure(kind, { cause });
    if (isSingle) return showFiles(said, kind);
    const context = services.requestContexts.contextOf(request);
    const lost = { heading: t('cookiesLost'), text: t('cookiesLostText') };
    const page = await formPage(services, context, post, {
      ...admission,
      posted,
      window,
      hasFailed: post.failure !== undefined,
      alert: admission.isCookieLost ? lost : undefined,
      token: tokenFor(post),
      hasSession: session !== undefined,
      ...said,
    });
    // If they cannot be forgotten, the next answer names them again.
    await services.store.scans.forgetRemoved(said.removed ?? []).catch(() => undefined);
    await sendForm(post, page, kind);
  }

  /** The answer to the script that sends single files: the draft's files now, and why this one is not among them. */
  async function showFiles({ problems: [first] = [], alert }: Messages, kind?: FailureKind): Promise<void> {
    const { draft } = admission;
    const files = draft && (await draftFiles(services.store, t, draft.id).catch(() => undefined));
    // The page already shows the file's name beside it.
    const text = first && problemText(t, { ...first, file: undefined });
    const answer = { ...(files ?? NO_FILES), problem: text ?? alert?.text };
    sendOwn(response, renderFiles(answer, lng), kind);
  }

  /** Shows the form with the reason why nothing was sent. */
  async function showRefusal(kind: FailureKind, text: string): Promise<void> {
    const alert = { heading: t('problemsHeading'), text };
    await showForm({ alert, problems }, kind);
  }

  return {
    /** Nothing of the POST is kept: its texts come back. A single file shows the reason only. */
    refused: (kind: FailureKind, reason: string): Promise<void> =>
      showRefusal(kind, isSingle ? reason : t('nothingSent', { reason })),

    async form(found: readonly Problem[], removed: readonly RemovedFile[] = []): Promise<void> {
      const kind = kindOf(found);
      const fields = new Set(found.map(({ field }) => field));
      for (const field of fields) services.metrics.fieldErrors.inc({ field, when: 'sent' });
      await showForm({ problems: found, removed }, kind);
    },

    /** After a POST that did what it should: a redirect, except for htmx and for visitors whose cookies may not come back. */
    async done(notice: NonNullable<SessionData['notice']>): Promise<void> {
      const hasCookie = session !== undefined && !admission.isCookieLost;
      const focus = notice.kind === 'newCodeReady' ? 'captcha' : 'declareFile';
      if (isFragmentAsked(request)) return showForm({ notice: noticeText(t, notice) });
      if (!hasCookie) return showForm({ notice: noticeText(t, notice), focus });
      request.session.notice = notice;
      await saveSession(request);
      leadTo(post, `${formPath}#${focus}`);
    },

    /** To the receipt, by a link that needs no cookie. */
    receipt: (reference: string): void =>
      leadTo(post, `${formPath}/sent${services.receiptLinks.queryOf(reference)}`),

    /** The form again, with what was posted: its key has sent another content. */
    alreadySent(reference: string): Promise<void> {
      const alert = { heading: t('alreadySent'), text: t('alreadySentText', { reference }) };
      return showForm({ alert, problems }, 'invalid');
    },

    /** A file that a script sends with a key that is sent, or another session's. */
    fileRefused(): Promise<void> {
      const text = admission.sent === undefined ? t('problemFileLost') : t('uploadGone');
      return showFiles({ alert: { heading: '', text } }, 'invalid');
    },

    /** The window is closed: nothing is sent, and what was kept stays so for a while. */
    async closed(): Promise<void> {
      request.failure = new Failure('formClosed');
      if (isSingle) {
        return showFiles({ alert: { heading: '', text: t('closedText') } }, 'formClosed');
      }
      const now = Date.now();
      const until = readDay(expiryOf({ createdAt: now, ...admission.draft, updatedAt: now })) ?? '';
      const kept = t('closedKept', { day: formatDay(until, lng) });
      const page = await closedPage(services.requestContexts.contextOf(request), post, { window }, kept);
      await sendForm(post, page, 'formClosed');
    },

    /** A form whose token is missing, too old or another's: nothing is kept or sent, its texts come back with a new token. */
    unsigned: (): Promise<void> => showRefusal('unsignedForm', t('tokenProblem')),

    /** No draft may be begun any more today: nothing is kept, its texts come back. */
    tooManyDrafts(): Promise<void> {
      response.set('Retry-After', `${DRAFTS_RETRY_S}`);
      return showRefusal('tooMany', t('tooManyDrafts'));
    },

    /** No application is taken from this address before a time: the draft is kept until then. */
    tooManySent(until: number): Promise<void> {
      const limit = services.quotas.applicationsPerDay;
      response.set('Retry-After', `${Math.ceil((until - services.store.now()) / 1000)}`);
      return showRefusal('tooMany', t('tooManySent', { limit, time: formatMoment(until, lng) }));
    },

    /** The store or the backend does not do its part: nothing is sent; the text says what is kept. */
    async failed(cause: unknown): Promise<void> {
      const quote = t('quoteNumber', { number: request.id });
      const text = post.hasKeptTexts ? t('submissionFailedText') : t('submissionFailedUnkept');
      const alert = { heading: t('submissionFailed'), text, quote };
      await showForm({ alert, problems, hasFailed: true }, 'storage', cause);
    },
  };
}

function kindOf(problems: readonly Problem[]): FailureKind | undefined {
  if (problems.length === 0) return undefined;
  if (problems.some(({ code }) => code === 'diskFull')) return 'noSpace';
  return problems.some(({ code }) => code === 'captchaTooOften') ? 'tooMany' : 'invalid';
}

/** Answers by the form with everything typed if a step fails. */
export async function orFailed<T>(post: Post, step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (post.response.headersSent || (error instanceof Failure && !isServersFault(error.status))) throw error;
    await createReply(post).failed(error);
    return undefined;
  }
}
