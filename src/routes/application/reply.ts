import type { SessionData } from 'express-session';
import { DRAFTS_RETRY_S } from '../../application/limits.ts';
import type { Problem } from '../../application/problems.ts';
import { formatDay, formatMoment, readDay } from '../../content/time.ts';
import { Failure, type FailureKind } from '../../failures.ts';
import { draftFiles, NO_FILES } from '../../form/draft-files.ts';
import { closedPage, formPage, type Said } from '../../form/form-page.ts';
import { noticeText, problemText } from '../../form/problem-words.ts';
import { forgetRemoved } from '../../form/removed-files.ts';
import { saveSession } from '../../form/session.ts';
import { isFragmentAsked } from '../../middleware/fragment.ts';
import { renderFiles } from '../../pages/render.tsx';
import { expiryOf } from '../../store/drafts.ts';
import { leadTo, sendForm, sendOwn } from './send.ts';
import { isSingleFile as isSingleFileOf, tokenFor, type Visit } from './visit.ts';

export type Reply = ReturnType<typeof createReply>;

export function createReply(visit: Visit) {
  const { services, request, response, form } = visit;
  const { t, lng } = request;
  const formPath = form.node.path;
  const isSingleFile = isSingleFileOf(request);

  /** The form again; `kind` is noted for the request's line in the log. */
  async function showForm(said: Omit<Said, 'token'>, kind?: FailureKind, cause?: unknown): Promise<void> {
    if (kind) request.failure = new Failure(kind, { cause });
    if (isSingleFile) return showFiles(said, kind);
    const context = services.requestContexts.contextOf(request);
    const lost = form.isCookieLost && { heading: t('cookiesLost'), text: t('cookiesLostText') };
    const alert = said.alert ?? (lost || undefined);
    const page = await formPage(services, context, form, { ...said, alert, token: tokenFor(visit) });
    await forgetRemoved(services.store, form);
    await sendForm(visit, page, kind);
  }

  /** The answer to the script that sends single files: the draft's files now, and why this one is not among them. */
  async function showFiles({ problems = [], alert }: Omit<Said, 'token'>, kind?: FailureKind): Promise<void> {
    const { draft } = form;
    const files = draft && (await draftFiles(services.store, t, draft.id).catch(() => undefined));
    const [first] = problems;
    // The page already shows the file's name beside it.
    const text = first && problemText(t, { ...first, file: undefined });
    const answer = { ...(files ?? NO_FILES), problem: text ?? alert?.text };
    sendOwn(response, renderFiles(answer, lng), kind);
  }

  /** Shows the form with the reason why nothing was sent. */
  async function showRefusal(kind: FailureKind, text: string): Promise<void> {
    const alert = { heading: t('problemsHeading'), text };
    await showForm({ alert, problems: form.problems }, kind);
  }

  return {
    isSingleFile,

    /** Nothing of the POST is kept: its texts come back. A single file shows the reason only. */
    refused: (kind: FailureKind, reason: string): Promise<void> =>
      showRefusal(kind, isSingleFile ? reason : t('nothingSent', { reason })),

    async form(problems: readonly Problem[]): Promise<void> {
      const kind = kindOf(problems);
      const fields = new Set(problems.map(({ field }) => field));
      for (const field of fields) services.metrics.fieldErrors.inc({ field, when: 'sent' });
      await showForm({ problems }, kind);
    },

    /** After a POST that did what it should: a redirect, except for htmx and for visitors whose cookies may not come back. */
    async done(notice: NonNullable<SessionData['notice']>): Promise<void> {
      const hasCookie = form.session !== undefined && !form.isCookieLost;
      const focus = notice.kind === 'newCodeReady' ? 'captcha' : 'declareFile';
      if (isFragmentAsked(request)) return showForm({ notice: noticeText(t, notice) });
      if (!hasCookie) return showForm({ notice: noticeText(t, notice), focus });
      request.session.notice = notice;
      await saveSession(request);
      leadTo(visit, `${formPath}#${focus}`);
    },

    /** To the receipt, by a link that needs no cookie. */
    receipt: (reference: string): void =>
      leadTo(visit, `${formPath}/sent${services.receiptLinks.queryOf(reference)}`),

    /** The form again, with what was posted: its key has sent another content. */
    alreadySent(reference: string): Promise<void> {
      const alert = { heading: t('alreadySent'), text: t('alreadySentText', { reference }) };
      return showForm({ alert, problems: form.problems }, 'invalid');
    },

    /** A file that a script sends with a key that is sent, or another session's. */
    fileRefused(): Promise<void> {
      const text = form.sent === undefined ? t('problemFileLost') : t('uploadGone');
      return showFiles({ alert: { heading: '', text } }, 'invalid');
    },

    field: (html: string, kind?: FailureKind): void => sendOwn(response, html, kind),

    /** The window is closed: nothing is sent, and what was kept stays so for a while. */
    async closed(): Promise<void> {
      request.failure = new Failure('formClosed');
      if (isSingleFile) {
        return showFiles({ alert: { heading: '', text: t('closedText') } }, 'formClosed');
      }
      const now = Date.now();
      const until = readDay(expiryOf({ createdAt: now, ...form.draft, updatedAt: now })) ?? '';
      const kept = t('closedKept', { day: formatDay(until, lng) });
      const page = await closedPage(services.requestContexts.contextOf(request), form, kept);
      await sendForm(visit, page, 'formClosed');
    },

    /** The draft is there, which is all that was asked for. */
    begun: (): void => sendOwn(response, ''),

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
      form.failure ??= cause as Error;
      const quote = t('quoteNumber', { number: request.id });
      const text = form.hasKeptTexts ? t('submissionFailedText') : t('submissionFailedUnkept');
      const alert = { heading: t('submissionFailed'), text, quote };
      await showForm({ alert, problems: form.problems }, 'storage', cause);
    },
  };
}

function kindOf(problems: readonly Problem[]): FailureKind | undefined {
  if (problems.length === 0) return undefined;
  if (problems.some(({ code }) => code === 'diskFull')) return 'noSpace';
  return problems.some(({ code }) => code === 'captchaTooOften') ? 'tooMany' : 'invalid';
}
