import type { Request, Response } from 'express';
import { Failure, isServersFault } from '../../failures.ts';
import type { Action } from '../../form/posted.ts';
import { act, actWithoutDraft, answerRepeat, type Post } from './actions.ts';
import { findDraft } from './open-draft.ts';
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
  const { posted } = form;
  if (!posted) throw new Error('a POST that was not read');
  const post = { ...visit, reply, posted };
  const asked = posted.action.kind === 'begin' ? posted.action : (action ?? posted.action);
  if (form.refused === 'unsigned') return unsigned(post);
  if (form.sent !== undefined && asked.kind === 'submit' && (await answerRepeat(post, form.sent))) return;
  if (form.refused === 'full') return reply.tooManyDrafts();
  if (form.failure) return reply.failed(form.failure);
  try {
    form.window = await services.requestContexts.contextOf(request).reader.applicationWindow();
  } catch (error) {
    return reply.failed(error);
  }
  if (!form.window.enabled) return reply.closed();
  const { draft } = form;
  if (!draft) return actWithoutDraft(post, asked);
  if (form.sent !== undefined) return reply.alreadySent(form.sent);
  await act({ ...post, draft }, asked);
}

/** Shows the draft, and keeps nothing. The answer to a second click names the application that the first one has sent. */
async function unsigned(post: Post): Promise<void> {
  const { form, posted, reply } = post;
  form.draft = await findDraft(post, posted.submitKey);
  return form.sent === undefined ? reply.unsigned() : reply.alreadySent(form.sent);
}
