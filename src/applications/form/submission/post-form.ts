import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Intake } from '../../../content/backend/schemas.ts';
import { isFragmentRequest } from '../../../http/middleware/request-url.ts';
import { isServerError, SiteError, toSiteError } from '../../../lib/failures.ts';
import type { Services } from '../../../services.ts';
import { type FormRequest, isFieldCheck, readFormRequest } from '../form-request.ts';
import { judgeRefused, judgeSaved, judgeUnsaved, toFailed } from './judge.ts';
import { discardNewDraft } from './open-draft.ts';
import { outcomes } from './outcomes.ts';
import { receive, receiveRefused } from './receive.ts';
import { respond } from './respond.ts';
import { type Settled, settleDraft } from './settle-draft.ts';
import type { Submission } from './submission.ts';

export const onlyFieldChecks: RequestHandler = (request, _response, next) =>
  next(isFieldCheck(request) ? undefined : 'route');

export function postForm(services: Services): RequestHandler {
  return async (request, response) => {
    const form = await readFormRequest(services, request, response);
    const { reader } = services.requestContexts.contextOf(request);
    // Loaded first: if the intake is closed, only the beginning of the body is read.
    const intake = await reader.intake().catch((error: Error) => error);
    const isClosed = !(intake instanceof Error) && !intake.enabled;
    const submission = await receive(form, isClosed);
    if (submission) await judgeAndRespond(form, submission, intake);
  };
}

/** Responds to a refused POST with the form, the typed text and the reason, without storing anything. */
export function handleRefusedPost(services: Services): ErrorRequestHandler {
  return async (error, request, response, next) => {
    const failure = toSiteError(error);
    const { kind } = failure;
    const isUnread = request.method === 'POST' && request.body === undefined;
    if (!isUnread || (kind !== 'crossSite' && kind !== 'formTooLarge' && kind !== 'tooMany'))
      return next(error);
    // After a refused field check, the page still shows its form.
    if (isFieldCheck(request) || !(await services.openPosts.mayReadRefused(request)))
      return sendReason(request, response, failure, outcomes[kind].reason);
    const form = await readFormRequest(services, request, response, { isReadOnly: true });
    await judgeAndRespond(form, await receiveRefused(form, kind), new Error('the intake is not read'));
  };
}

/** Even if a step fails, the response contains the typed text. */
async function judgeAndRespond(
  form: FormRequest,
  received: Submission,
  intake: Intake | Error,
): Promise<void> {
  const loadedIntake = intake instanceof Error ? undefined : intake;
  try {
    const { submission, outcome } = await judgeStage(form, received, intake);
    if (outcome.kind === 'repeated' && submission.stage === 'saved') await discardNewDraft(form, submission);
    await respond(form, submission, outcome, loadedIntake);
  } catch (error) {
    const isAnswered =
      form.response.headersSent || (error instanceof SiteError && !isServerError(error.status));
    if (isAnswered) throw error;
    await respond(form, received, toFailed(received, error), loadedIntake);
  }
}

async function judgeStage(
  form: FormRequest,
  submission: Submission,
  intake: Intake | Error,
): Promise<Settled> {
  switch (submission.stage) {
    case 'refused':
      return { submission, outcome: judgeRefused(submission) };
    case 'unsaved':
      return { submission, outcome: judgeUnsaved(submission, intake) };
    case 'saved': {
      const outcome = judgeSaved(submission, intake);
      return outcome ? { submission, outcome } : settleDraft(form, submission);
    }
  }
}

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
