import type { Response } from 'express';
import type { SessionData } from 'express-session';
import { formatDay, formatTimestamp, parseDay } from '../content/time.ts';
import { isFragmentRequest } from '../http/middleware/address.ts';
import { Failure, type FailureKind, failures, isServerError } from '../lib/failures.ts';
import type { Page } from '../site/layout/page.ts';
import { renderFiles, renderForm } from '../site/layout/render.tsx';
import { expiryOf } from '../store/drafts/drafts.ts';
import type { RemovedFile } from '../store/engine/tables.ts';
import { draftFiles, flashText, NO_FILES, problemText } from './form-models.ts';
import { closedPage, formPage, type Messages } from './form-page.ts';
import { type FormRequest, isSingleFile } from './form-request.ts';
import { shownDraft } from './open-draft.ts';
import type { Post } from './read-post.ts';
import { NEEDS_FORM, PROBLEM_HEADER } from './rules/client-protocol.ts';
import { ADDRESS_QUOTAS, DRAFTS_RETRY_S, FORM_RETRY_S } from './rules/limits.ts';
import type { Problem } from './rules/problems.ts';
import { saveSession } from './session.ts';

/** Sends a response that no cache may store. `kind`: the failure, if any. */
export function sendPrivate(response: Response, html: string, kind?: FailureKind): void {
  if (kind) response.status(failures[kind].status);
  const isTemporary = kind === 'tooMany' || kind === 'storage';
  if (isTemporary && !response.get('Retry-After')) response.set('Retry-After', `${FORM_RETRY_S}`);
  response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' }).send(html);
}

/** Sends a page of the form; to htmx only the form. */
export async function sendForm(
  { services, request, response }: Pick<FormRequest, 'services' | 'request' | 'response'>,
  page: Page,
  kind?: FailureKind,
): Promise<void> {
  response.vary('HX-Request');
  services.requestContexts.setContentAge(response);
  if (isFragmentRequest(request)) return sendPrivate(response, renderForm(page), kind);
  const { html } = await services.pageSender.withPictures(page, services.render);
  sendPrivate(response, html, kind);
}

/** Redirects after a POST, so that a reload sends nothing again. */
function redirectAfterPost({ request, response }: FormRequest, path: string): void {
  response.set('Cache-Control', 'no-store');
  if (isFragmentRequest(request)) response.set('HX-Redirect', path).end();
  else response.redirect(303, path);
}

/** `removed`: infected files that the draft has lost, and that `problems` name. */
type PostMessages = Messages & { removed?: readonly RemovedFile[]; hasFailed?: boolean };

/** Responses to a POST. */
export function createReply(post: Post) {
  const { services, request, response, session, admission, posted, window, problems } = post;
  const { key } = admission;
  const draft = shownDraft(admission);
  const { t, lng } = request;
  const formPath = post.node.path;
  const isSingle = isSingleFile(request);

  async function showForm(
    { removed = [], hasFailed = post.failure !== undefined, ...messages }: PostMessages,
    kind?: FailureKind,
    cause?: unknown,
  ): Promise<void> {
    if (kind) request.failure = new Failure(kind, { cause });
    if (isSingle) return showFiles(messages, kind);
    const context = services.requestContexts.contextOf(request);
    const cookiesLost = { heading: t('cookiesLost'), text: t('cookiesLostText') };
    const page = await formPage(
      post,
      context,
      { key, draft, posted, window, hasFailed },
      { alert: key.kind === 'otherSession' ? cookiesLost : undefined, ...messages },
    );
    // If this fails, the next response names them again.
    await services.store.scans.clearRemovedFiles(removed).catch(() => undefined);
    await sendForm(post, page, kind);
  }

  /** Shows the script that sends single files the draft's files, and why this one is not among them. */
  async function showFiles({ problems: [first] = [], alert }: Messages, kind?: FailureKind): Promise<void> {
    const files =
      draft &&
      (await draftFiles(services.store, t, draft.id).catch((error: unknown) => {
        // The script ignores the list of a 503. Any other list replaces the one of the page, so it must be right.
        if (kind !== 'storage') throw error;
      }));
    // The page shows the file's name next to it.
    const text = first && problemText(t, { ...first, file: undefined });
    const list = { ...(files ?? NO_FILES), problem: text ?? alert?.text };
    sendPrivate(response, renderFiles(list, lng), kind);
  }

  async function showRefusal(kind: FailureKind, text: string): Promise<void> {
    const alert = { heading: t('problemsHeading'), text };
    await showForm({ alert, problems }, kind);
  }

  return {
    /** Shows the texts again: the POST was not stored. */
    refused: (kind: FailureKind, reason: string): Promise<void> =>
      showRefusal(kind, isSingle ? reason : t('nothingSent', { reason })),

    async form(found: readonly Problem[], removed: readonly RemovedFile[] = []): Promise<void> {
      const fields = new Set(found.map(({ field }) => field));
      for (const field of fields) services.metrics.fieldErrors.inc({ field, when: 'sent' });
      await showForm({ problems: found, removed }, kindOf(found));
    },

    /** Redirects after a successful POST; shows the form to htmx, and to visitors without cookies. */
    async done(notice: NonNullable<SessionData['notice']>): Promise<void> {
      const hasCookie = session.kind === 'existing' && key.kind !== 'otherSession';
      const focus = notice.kind === 'newCodeReady' ? 'captcha' : 'declareFile';
      if (isFragmentRequest(request)) return showForm({ notice: flashText(t, notice) });
      if (!hasCookie) return showForm({ notice: flashText(t, notice), focus });
      request.session.notice = notice;
      await saveSession(request);
      redirectAfterPost(post, `${formPath}#${focus}`);
    },

    /** Redirects to the receipt by a link that needs no cookie. */
    receipt: (reference: string): void =>
      redirectAfterPost(post, `${formPath}/sent${services.receiptLinks.queryOf(reference)}`),

    /** Another content was sent with the form's key. */
    alreadySent(reference: string): Promise<void> {
      const alert = { heading: t('alreadySent'), text: t('alreadySentText', { reference }) };
      return showForm({ alert, problems }, 'invalid');
    },

    /** A script sent a file with a taken key. */
    fileRefused(): void {
      response.set(PROBLEM_HEADER, NEEDS_FORM);
      sendPrivate(response, key.kind === 'sent' ? t('uploadGone') : t('problemFileLost'), 'invalid');
    },

    /** The window is closed: the draft is stored and says until when. */
    async closed(): Promise<void> {
      request.failure = new Failure('formClosed');
      if (isSingle) return showFiles({ alert: { heading: '', text: t('closedText') } }, 'formClosed');
      const now = Date.now();
      const until = parseDay(expiryOf({ createdAt: now, ...draft, updatedAt: now })) ?? '';
      const kept = t('closedKept', { day: formatDay(until, lng) });
      const context = services.requestContexts.contextOf(request);
      const page = await closedPage(context, post, { window, hasFailed: false }, kept);
      await sendForm(post, page, 'formClosed');
    },

    /** The token is invalid: nothing is stored, the texts are shown again with a new token. */
    unsigned: (): Promise<void> => showRefusal('unsignedForm', t('tokenProblem')),

    tooManyDrafts(): Promise<void> {
      response.set('Retry-After', `${DRAFTS_RETRY_S}`);
      return showRefusal('tooMany', t('tooManyDrafts'));
    },

    tooManySent(until: number): Promise<void> {
      const limit = ADDRESS_QUOTAS.applications.max;
      response.set('Retry-After', `${Math.ceil((until - services.store.now()) / 1000)}`);
      return showRefusal('tooMany', t('tooManySent', { limit, time: formatTimestamp(until, lng) }));
    },

    /** The store or the backend failed: nothing is sent, and the text says what is stored. */
    async failed(cause: unknown): Promise<void> {
      const quote = t('quoteNumber', { number: request.id });
      const text = post.hasStoredTexts ? t('submissionFailedText') : t('submissionFailedUnkept');
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

/** Runs a step of a POST. If it fails, responds with everything typed and returns undefined. */
export async function orFailed<T>(post: Post, step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (post.response.headersSent || (error instanceof Failure && !isServerError(error.status))) throw error;
    await createReply(post).failed(error);
    return undefined;
  }
}
