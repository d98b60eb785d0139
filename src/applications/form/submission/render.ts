import type { Intake } from '../../../content/backend/schemas.ts';
import { formatDay, formatTimestamp, parseDay } from '../../../content/time.ts';
import { isFragmentRequest } from '../../../http/middleware/address.ts';
import { SECOND_MS } from '../../../lib/days.ts';
import { SiteError } from '../../../lib/failures.ts';
import { renderField, renderFiles } from '../../../site/layout/render.tsx';
import { NEEDS_FORM, PROBLEM_HEADER } from '../../rules/client-protocol.ts';
import { expiryOf } from '../../store/drafts/drafts.ts';
import { type FormRequest, isSingleFile } from '../form-request.ts';
import { formatNotice, formatProblem, loadDraftFiles, NO_FILES } from '../page/form-models.ts';
import {
  buildClosedPage,
  buildFormPage,
  type FormMessages,
  sendForm,
  sendPrivate,
} from '../page/form-page.ts';
import { type Notice, saveSession } from '../session.ts';
import { type Outcome, type OutcomeRow, outcomes } from './outcomes.ts';
import type { Submission } from './submission.ts';

type RenderContext = {
  form: FormRequest;
  submission: Submission;
  outcome: Outcome;
  row: OutcomeRow;
  intake: Intake | undefined;
};

/** Renders an outcome as a page, fragment, file list or redirect, depending on the client. */
export async function render(
  form: FormRequest,
  submission: Submission,
  outcome: Outcome,
  intake: Intake | undefined,
): Promise<void> {
  const { response } = form;
  const row: OutcomeRow = outcomes[outcome.kind];
  const shown = { form, submission, outcome, row, intake };
  switch (row.shows) {
    case 'nothing':
      return sendPrivate(response, '');
    case 'receipt':
      if (outcome.reference === undefined) throw new Error('the outcome has no reference');
      return redirectToReceipt(form, outcome.reference);
    case 'emptyForm':
      return redirectAfterPost(form, form.node.path);
    case 'field':
      return showField(shown);
    case 'reason':
      response.set(PROBLEM_HEADER, NEEDS_FORM);
      return sendPrivate(response, createAlert(shown)?.reason ?? '', row.failure);
    case 'closed':
      return showClosed(shown);
    case 'notice':
      return showNotice(shown);
    case 'form':
      return showProblems(shown);
  }
}

/** Redirects to the receipt with a link that works without a cookie. */
const redirectToReceipt = (form: FormRequest, reference: string): void =>
  redirectAfterPost(form, `${form.node.path}/sent${form.services.receiptLinks.createQuery(reference)}`);

/** Redirects after a POST, so that a reload does not repeat it. */
function redirectAfterPost({ request, response }: FormRequest, path: string): void {
  response.set('Cache-Control', 'no-store');
  if (isFragmentRequest(request)) response.set('HX-Redirect', path).end();
  else response.redirect(303, path);
}

function showField({ form, submission, outcome, row }: RenderContext): void {
  const { services, request, response } = form;
  const { intent, values, today } = submission;
  if (intent.kind !== 'check') return;
  const { field } = intent;
  const [found] = outcome.problems ?? [];
  if (found) services.metrics.fieldErrors.inc({ field, when: 'left' });
  const problem = found && formatProblem(request.t, found);
  const html = renderField({ name: field, value: values[field] ?? '', problem, today }, request.lng);
  sendPrivate(response, html, row.failure);
}

/** Shows the form with problems, an alert, or both. */
async function showProblems(shown: RenderContext): Promise<void> {
  const { form, outcome, row } = shown;
  const { problems = [] } = outcome;
  const { fieldErrors } = form.services.metrics;
  const fields = row.text || row.reason ? [] : new Set(problems.map(({ field }) => field));
  for (const field of fields) fieldErrors.inc({ field, when: 'sent' });
  const waitMs = outcome.until !== undefined && outcome.until - form.services.store.now();
  const retryAfterS = waitMs ? Math.ceil(waitMs / SECOND_MS) : row.retryAfterS;
  if (retryAfterS) form.response.set('Retry-After', `${retryAfterS}`);
  await showForm(shown, { problems, alert: createAlert(shown) });
}

/** Redirects after a successful POST. For htmx and for applicants without cookies, sends the form with the notice instead. */
async function showNotice(shown: RenderContext): Promise<void> {
  const { form, submission, outcome } = shown;
  const { request, session } = form;
  const notice = { kind: outcome.kind, count: outcome.count } as Notice;
  const text = formatNotice(request.t, notice);
  const focus = outcome.kind === 'newCodeReady' ? 'captcha' : 'declareFile';
  if (isFragmentRequest(request)) return showForm(shown, { notice: text });
  if (session.id === undefined || submission.lookup === 'otherSession')
    return showForm(shown, { notice: text, focus });
  request.session.notice = notice;
  await saveSession(request);
  redirectAfterPost(form, `${form.node.path}#${focus}`);
}

type AlertWithReason = NonNullable<FormMessages['alert']> & { reason: string };

/** Returns the alert, if any. `reason` is the text for a script that shows only the reason. */
function createAlert({
  form: { request, response },
  outcome,
  row,
}: RenderContext): AlertWithReason | undefined {
  const { heading = 'problemsHeading', text, reason: reasonKey, quote } = row;
  const key = reasonKey ?? text;
  if (!key) return undefined;
  const { t, lng } = request;
  const values = {
    reference: outcome.reference,
    time: outcome.until === undefined ? '' : formatTimestamp(outcome.until, lng),
    count: Number(response.get('Retry-After')),
  };
  const reason = t(key, values);
  return {
    heading: t(heading),
    text: reasonKey ? t('nothingSent', { reason }) : reason,
    quote: quote && t(quote, { number: request.id }),
    reason,
  };
}

async function showForm(shown: RenderContext, messages: FormMessages): Promise<void> {
  const { form, submission, outcome, row, intake } = shown;
  const { services, request } = form;
  if (row.failure) request.failure = new SiteError(row.failure, { cause: outcome.cause });
  if (isSingleFile(request)) return showFiles(shown);
  const { t } = request;
  const { lookup, draft } = submission;
  const hasFailed = row.failure === 'storage' || submission.failure !== undefined;
  const cookiesLost = { heading: t('cookiesLost'), text: t('cookiesLostText') };
  const alert = messages.alert ?? (lookup === 'otherSession' ? cookiesLost : undefined);
  const state = {
    lookup,
    draft,
    input: submission,
    // The notice that applications are closed is shown only on the page without a form.
    intake: intake?.enabled ? intake : undefined,
    hasFailed,
  };
  const context = services.requestContexts.contextOf(request);
  const page = await buildFormPage(form, context, state, { ...messages, alert });
  await sendForm(form, page, row.failure);
}

/** Sends the draft's file list to the script. */
async function showFiles({ form, submission, row }: RenderContext): Promise<void> {
  const { services, request, response } = form;
  const { draft } = submission;
  const files =
    draft &&
    (await loadDraftFiles(services.store, request.t, draft.id).catch((error: unknown) => {
      // The script ignores the list of a 503. Any other list replaces the page's list, so it must be correct.
      if (row.failure !== 'storage') throw error;
    }));
  sendPrivate(response, renderFiles(files ?? NO_FILES, request.lng), row.failure);
}

/** Shows the closed page, which says how long the draft is stored. */
async function showClosed(shown: RenderContext): Promise<void> {
  const { form, submission, outcome, intake } = shown;
  const { request, services } = form;
  if (isSingleFile(request)) return showForm(shown, { alert: createAlert(shown) });
  request.failure = new SiteError('formClosed');
  const now = Date.now();
  const { draft, lookup } = submission;
  const until = parseDay(expiryOf({ createdAt: now, ...draft, updatedAt: now })) ?? '';
  const saved = request.t('closedKept', { day: formatDay(until, request.lng) });
  const lost = (outcome.problems ?? []).map((problem) => formatProblem(request.t, problem));
  // Without cookies, the applicant cannot open the draft again.
  const kept = lookup === 'otherSession' ? undefined : [saved, ...lost].join(' ');
  const context = services.requestContexts.contextOf(request);
  const page = await buildClosedPage(context, form, { intake, hasFailed: false }, kept);
  await sendForm(form, page, 'formClosed');
}
