import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Intake } from '../../../content/backend/schemas.ts';
import { isFragmentRequest } from '../../../http/middleware/address.ts';
import { isServerError, SiteError, toSiteError } from '../../../lib/failures.ts';
import type { Services } from '../../../services.ts';
import { textFields } from '../../rules/fields.ts';
import { type FormRequest, isFieldCheck, readFormRequest } from '../form-request.ts';
import { type DraftState, decide, decideFailure } from './decide.ts';
import {
  discardNewDraft,
  isDraftSubmission,
  readDraft,
  replaceDraft,
  sendDraft,
  updateDraft,
} from './draft-steps.ts';
import { outcomes } from './outcomes.ts';
import { receive, receiveRefused } from './receive.ts';
import { render } from './render.ts';
import type { Intent, Submission } from './submission.ts';

/** Skips the route for POSTs that are not field checks. */
export const onlyFieldChecks: RequestHandler = (request, _response, next) =>
  next(isFieldCheck(request) ? undefined : 'route');

/** Receives a submission, decides its outcome, and renders the outcome. */
export function postForm(services: Services): RequestHandler {
  return async (request, response) => {
    const intent = readUrlIntent(request);
    const form = await readFormRequest(services, request, response);
    const { reader } = services.requestContexts.contextOf(request);
    // Read first, because a closed form does not read many files.
    const intake = await reader.intake().catch((error: Error) => error);
    const hasFailed = intake instanceof Error;
    const submission = await receive(form, intent, !hasFailed && !intake.enabled);
    if (!submission) return;
    if (hasFailed) submission.failure ??= intake;
    await respond(form, submission, hasFailed ? undefined : intake);
  };
}

/** Returns the intent of `?check={field}` or `/files`, or undefined if the form's button decides. */
function readUrlIntent(request: Request): Intent | undefined {
  if (!isFieldCheck(request)) return request.path === '/files' ? { kind: 'upload' } : undefined;
  const name = request.address.query.get('check');
  const field = textFields.find((known) => known === name);
  if (!field) throw new SiteError('badRequest');
  return { kind: 'check', field };
}

/** Maximum attempts to send a draft whose files change meanwhile. */
const MAX_SENDS = 2;

/** Runs the decided steps and renders the outcome. If a step fails, the response still contains the typed text. */
async function respond(form: FormRequest, received: Submission, intake?: Intake): Promise<void> {
  let submission = received;
  let draft: DraftState | undefined;
  try {
    let outcome = decide(submission, draft, intake);
    if (outcome.kind === 'update' && isDraftSubmission(submission)) {
      const updated = await updateDraft(form, submission);
      submission = updated;
      draft = await readDraft(form, updated);
      outcome = decide(submission, draft, intake);
    }
    for (
      let sends = 0;
      outcome.kind === 'send' && isDraftSubmission(submission) && draft && sends < MAX_SENDS;
      sends += 1
    ) {
      draft = await sendDraft(form, submission, draft, outcome.application);
      outcome = decide(submission, draft, intake);
    }
    if (outcome.kind === 'update' || outcome.kind === 'send') throw new Error(`no outcome: ${outcome.kind}`);
    if (outcome.kind === 'repeated') await discardNewDraft(form, submission);
    if (outcome.kind === 'alreadySent' && draft && outcome.reference !== undefined)
      submission = await replaceDraft(form, submission, outcome.reference);
    await render(form, submission, outcome, intake);
  } catch (error) {
    const isAnswered =
      form.response.headersSent || (error instanceof SiteError && !isServerError(error.status));
    if (isAnswered) throw error;
    await render(form, submission, decideFailure(submission, error), intake);
  }
}

/** Responds to a rejected POST with the form, the typed text and the reason, without storing anything. */
export function handleRejectedPost(services: Services): ErrorRequestHandler {
  return async (error, request, response, next) => {
    const failure = toSiteError(error);
    const { kind } = failure;
    const isUnread = request.method === 'POST' && request.body === undefined;
    if (!isUnread || (kind !== 'crossSite' && kind !== 'formTooLarge' && kind !== 'tooMany'))
      return next(error);
    // After a rejected field check, the page still shows its form.
    if (isFieldCheck(request) || !(await services.openPosts.mayReadRefused(request)))
      return sendReason(request, response, failure, outcomes[kind].reason);
    const form = await readFormRequest(services, request, response, { isReadOnly: true });
    await respond(form, await receiveRefused(form, kind));
  };
}

/** Sends the reason as plain text without reading the body. */
function sendReason(request: Request, response: Response, failure: SiteError, key: string): void {
  const { t, lng } = request;
  request.failure = failure;
  const reason = t(key, { count: Number(response.get('Retry-After')) });
  response
    .status(failure.status)
    .set({ 'Cache-Control': 'no-store', 'Content-Language': lng, Connection: 'close', 'HX-Reswap': 'none' })
    .type('text/plain; charset=utf-8')
    .send(isFragmentRequest(request) ? t('nothingReadOnForm', { reason }) : t('nothingRead', { reason }));
}
