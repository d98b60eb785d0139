import type { Request, RequestHandler } from 'express';
import type { DeclareSwitch } from '../../backend/schemas.ts';
import { Failure } from '../../failures.ts';
import type { Services } from '../../services.ts';
import { contextOf } from '../context.ts';
import { act } from './actions.ts';
import { createReply, type Reply } from './reply.ts';

/** What a POST of the form, or of a single file for it, comes to, after all it holds is kept. */
export function answerForm(services: Services): RequestHandler {
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

async function answer(services: Services, request: Request, reply: Reply): Promise<void> {
  const { form } = request;
  if (form.receipt !== undefined) return reply.receipt(form.receipt);
  if (form.refused === 'unsigned') return unsigned(services, request, reply);
  if (form.refused === 'full') return reply.tooManyDrafts();
  if (form.trouble) return reply.failed(form.trouble);
  const window = await readSwitch(services, request);
  if (window instanceof Error) return reply.failed(window);
  if (!window.enabled) return reply.closed(window);
  await act({ services, request, reply, window });
}

/** The key of an application is worth its receipt, token or not: who presses the button twice shall not be told that nothing was sent. */
async function unsigned({ store }: Services, { form }: Request, reply: Reply): Promise<void> {
  const key = form.posted?.submitKey;
  const reference = key && (await store.applications.referenceOf(key));
  return reference ? reply.receipt(reference) : reply.unsigned();
}

/** Whether applications are taken, or why nobody can say. */
const readSwitch = (services: Services, request: Request): Promise<DeclareSwitch | Error> =>
  contextOf(services, request)
    .reader.declareSwitch()
    .catch((error: Error) => error);
