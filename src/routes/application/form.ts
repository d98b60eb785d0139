import type { Request, RequestHandler } from 'express';
import type { ApplicationWindow } from '../../backend/schemas.ts';
import { Failure } from '../../failures.ts';
import type { FormRequest } from '../../form/form-request.ts';
import type { Services } from '../../services.ts';
import { type ActionDependencies, act } from './actions.ts';
import { createReply, type Reply, type ReplyDependencies } from './reply.ts';

type Dependencies = ActionDependencies & ReplyDependencies;

/** Answers a POST of the form or of a single file, after everything in it is kept. */
export function answerForm(services: Dependencies): RequestHandler {
  return async (request, response) => {
    const reply = createReply(services, request, response);
    try {
      await answer(services, request, reply);
    } catch (error) {
      if (error instanceof Failure || response.headersSent) throw error;
      await reply.failed(error);
    }
  };
}

async function answer(services: Dependencies, request: Request, reply: Reply): Promise<void> {
  const { form } = request;
  if (form.receipt !== undefined) return reply.receipt(form.receipt);
  if (form.refused === 'unsigned') return unsigned(services, form, reply);
  if (form.refused === 'full') return reply.tooManyDrafts();
  if (form.failure) return reply.failed(form.failure);
  const window = await readWindow(services, request);
  if (window instanceof Error) return reply.failed(window);
  if (!window.enabled) return reply.closed(window);
  await act({ services, request, form, reply, window });
}

/** The key of a sent application leads to its receipt even without a token: a second click must not say that nothing was sent. */
async function unsigned({ store }: Pick<Services, 'store'>, form: FormRequest, reply: Reply): Promise<void> {
  const key = form.posted?.submitKey;
  const reference = key && (await store.applications.referenceOf(key));
  return reference ? reply.receipt(reference) : reply.unsigned();
}

/** Whether applications are taken, or why that is unknown. */
const readWindow = (
  { requestContexts }: Pick<Services, 'requestContexts'>,
  request: Request,
): Promise<ApplicationWindow | Error> =>
  requestContexts
    .contextOf(request)
    .reader.applicationWindow()
    .catch((error: Error) => error);
