import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { findReceipt } from '../services/application/judge.ts';
import { readPosted } from '../services/application/posted.ts';
import type { Services } from '../services/index.ts';

/** Keeps every text of a POST in its draft, before anything is judged; a repeat of what was sent already touches no draft. */
export function keepFields({ store }: Services): RequestHandler {
  return async (request, _response, next) => {
    await keep(store, request);
    next();
  };
}

/** The same for a POST that broke off: what came is kept, then the failure goes its way. */
export function keepFieldsOfBroken({ store }: Services): ErrorRequestHandler {
  return async (error, request, response, next) => {
    await keep(store, request);
    // Nobody is there to be answered.
    if (response.socket?.destroyed ?? true) return;
    next(error);
  };
}

async function keep(store: Services['store'], { form, body, lng }: Request): Promise<void> {
  form.posted = readPosted(body);
  if (!form.draft) return;
  try {
    form.receipt = await findReceipt(store, form.draft, form.posted.submitKey);
    if (form.receipt !== undefined) return;
    await store.drafts.saveFields(form.draft.id, form.posted.values);
    if (form.draft.language !== lng) await store.drafts.setLanguage(form.draft.id, lng);
  } catch (error) {
    form.trouble = error as Error;
  }
}
