import type { Request, Response } from 'express';
import { Failure, isServersFault } from '../../failures.ts';
import type { Action } from '../../form/posted.ts';
import { act } from './actions.ts';
import { readPost } from './post.ts';
import { createReply, type Reply } from './reply.ts';
import { type FormServices, readVisit, type Visit } from './visit.ts';

/** Answers a POST after everything in it is kept. Its address may say the `action`, else the form does. */
export async function answerPost(
  services: FormServices,
  request: Request,
  response: Response,
  action?: Action,
): Promise<void> {
  const visit = await readVisit(services, request, response);
  if (!(await readPost(visit, action?.kind !== 'check'))) return;
  const reply = createReply(visit);
  try {
    await answer(visit, reply, action);
  } catch (error) {
    if (response.headersSent || (error instanceof Failure && !isServersFault(error.status))) throw error;
    await reply.failed(error);
  }
}

async function answer(visit: Visit, reply: Reply, action?: Action): Promise<void> {
  const { services, request, form } = visit;
  const { draft, posted } = form;
  if (form.receipt !== undefined) return reply.receipt(form.receipt);
  if (form.refused === 'unsigned') return unsigned(visit, reply);
  if (form.refused === 'full') return reply.tooManyDrafts();
  if (form.failure) return reply.failed(form.failure);
  try {
    form.window = await services.requestContexts.contextOf(request).reader.applicationWindow();
  } catch (error) {
    return reply.failed(error);
  }
  if (!form.window.enabled) return reply.closed();
  if (!draft || !posted) throw new Error('a POST without a draft');
  await act(
    { ...visit, reply, draft, posted },
    posted.action.kind === 'begin' ? posted.action : (action ?? posted.action),
  );
}

/** The key of a sent application leads to its receipt even without a token: a second click must not say that nothing was sent. */
async function unsigned({ services, form }: Visit, reply: Reply): Promise<void> {
  const key = form.posted?.submitKey;
  const reference = key && (await services.store.applications.referenceOf(key));
  return reference ? reply.receipt(reference) : reply.unsigned();
}
