import type { Intake } from '../../../content/backend/schemas.ts';
import { formatDay, formatTimestamp, parseDay } from '../../../content/time.ts';
import { isFragmentRequest } from '../../../http/middleware/request-url.ts';
import { SECOND_MS } from '../../../lib/days.ts';
import { SiteError } from '../../../lib/failures.ts';
import { renderField } from '../../../site/layout/render.tsx';
import { expiryOf } from '../../store/drafts/drafts.ts';
import type { FormRequest } from '../form-request.ts';
import {
  buildClosedPage,
  buildFormPage,
  type FormMessages,
  formatProblem,
  sendForm,
  sendPrivate,
} from '../page/form-page.ts';
import { saveSession } from '../session.ts';
import { type NoticeRow, type Outcome, type OutcomeRow, outcomes } from './outcomes.ts';
import { draftOf, type Submission } from './submission.ts';

/** `intake` is undefined if the backend failed. */
type Reply = {
  form: FormRequest;
  submission: Submission;
  outcome: Outcome;
  row: OutcomeRow;
  intake: Intake | undefined;
};

export async function respond(
  form: FormRequest,
  submission: Submission,
  outcome: Outcome,
  intake: Intake | undefined,
): Promise<void> {
  const row: OutcomeRow = outcomes[outcome.kind];
  const reply = { form, submission, outcome, row, intake };
  if (outcome.kind === 'accepted' || outcome.kind === 'repeated')
    return redirectAfterPost(form, `/sent${form.services.receiptLinks.createQuery(outcome.reference)}`);
  // A field check is not a failed request.
  if (row.failure && row.shows !== 'field')
    form.request.failure = new SiteError(row.failure, { cause: outcome.cause });
  switch (row.shows) {
    case 'nothing':
      return sendPrivate(form.response, '', row.failure);
    case 'emptyForm':
      return redirectAfterPost(form, '');
    case 'field':
      return showField(reply);
    case 'closed':
      return showClosed(reply);
    case 'notice':
      return showNotice(reply, row);
    case 'form':
      return showProblems(reply);
  }
}

/** Redirects to a URL below the form, so that a reload does not repeat the POST. */
function redirectAfterPost({ node, request, response }: FormRequest, below: string): void {
  const path = node.path + below;
  response.set('Cache-Control', 'no-store');
  if (isFragmentRequest(request)) response.set('HX-Redirect', path).end();
  else response.redirect(303, path);
}

function showField({ form, submission, outcome, row }: Reply): void {
  const { services, request, response } = form;
  const { intent, values, today } = submission.input;
  if (intent.kind !== 'check') return;
  const { field } = intent;
  const [found] = outcome.problems ?? [];
  if (found) services.metrics.fieldErrors.inc({ field, when: 'left' });
  const problem = found && formatProblem(request.t, found);
  const html = renderField({ name: field, value: values[field] ?? '', problem, today }, request.lng);
  sendPrivate(response, html, row.failure);
}

async function showProblems(reply: Reply): Promise<void> {
  const { form, outcome, row } = reply;
  const { problems = [] } = outcome;
  const { fieldErrors } = form.services.metrics;
  const fields = row.text || row.reason ? [] : new Set(problems.map(({ field }) => field));
  for (const field of fields) fieldErrors.inc({ field, when: 'sent' });
  const waitMs = outcome.until !== undefined && outcome.until - form.services.store.now();
  const retryAfterS = waitMs ? Math.ceil(waitMs / SECOND_MS) : row.retryAfterS;
  if (retryAfterS) form.response.set('Retry-After', `${retryAfterS}`);
  await showDraft(reply, { problems, alert: createAlert(reply) });
}

/** Redirects after a successful POST. For htmx and for applicants without cookies, sends the form with the notice instead. */
async function showNotice(reply: Reply, { text, focus }: NoticeRow): Promise<void> {
  const { form, submission, outcome } = reply;
  const { request, session } = form;
  const { count } = outcome;
  const notice = request.t(text, { count });
  if (isFragmentRequest(request)) return showDraft(reply, { notice });
  if (session.id === undefined || submission.found.lookup === 'otherSession')
    return showDraft(reply, { notice, focus });
  request.session.notice = { text, count };
  await saveSession(request);
  redirectAfterPost(form, `#${focus}`);
}

function createAlert({ form: { request, response }, outcome, row }: Reply): FormMessages['alert'] {
  const { heading = 'problemsHeading', text, reason, quote } = row;
  const key = reason ?? text;
  if (!key) return undefined;
  const { t, lng } = request;
  const sentence = t(key, {
    reference: outcome.reference,
    time: outcome.until === undefined ? '' : formatTimestamp(outcome.until, lng),
    count: Number(response.get('Retry-After')),
  });
  return {
    heading: t(heading),
    text: reason ? t('nothingSent', { reason: sentence }) : sentence,
    quote: quote && t(quote, { number: request.id }),
  };
}

async function showDraft({ form, submission, row, intake }: Reply, messages: FormMessages): Promise<void> {
  const { services, request } = form;
  const { t } = request;
  const { input, found, failure } = submission;
  const cookiesLost = { heading: t('cookiesLost'), text: t('cookiesLostText') };
  const alert = messages.alert ?? (found.lookup === 'otherSession' ? cookiesLost : undefined);
  const state = {
    lookup: found.lookup,
    draft: draftOf(submission),
    input,
    // A closed intake is announced only on the page without a form.
    intake: intake?.enabled ? intake : undefined,
    hasFailed: row.failure === 'storage' || failure !== undefined,
  };
  const context = services.requestContexts.contextOf(request);
  const page = await buildFormPage(form, context, state, { ...messages, alert });
  await sendForm(form, page, row.failure);
}

async function showClosed({ form, submission, outcome, intake }: Reply): Promise<void> {
  const { request, services } = form;
  const now = Date.now();
  const until = parseDay(expiryOf({ createdAt: now, ...draftOf(submission), updatedAt: now })) ?? '';
  const saved = request.t('closedKept', { day: formatDay(until, request.lng) });
  const lost = (outcome.problems ?? []).map((problem) => formatProblem(request.t, problem));
  // Without cookies, the applicant cannot open the draft again.
  const isKept = submission.stage === 'saved' && submission.found.lookup !== 'otherSession';
  const draftText = isKept ? [saved, ...lost].join(' ') : undefined;
  const context = services.requestContexts.contextOf(request);
  const page = await buildClosedPage(context, form, { intake, hasFailed: false }, draftText);
  await sendForm(form, page, 'formClosed');
}
