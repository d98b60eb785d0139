import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { TextField } from '../application/fields.ts';
import { tooLongProblem } from '../application/problems.ts';
import { findReceipt } from '../form/judge.ts';
import { readPosted } from '../form/posted.ts';
import { admit, type DraftDependencies, forgetVisit } from './form-draft.ts';

/** Keeps every text of a POST in its draft, before anything is judged; a repeat of what was sent already touches no draft. */
export function keepFields(services: DraftDependencies): RequestHandler {
  return async (request, _response, next) => {
    await keep(services, request);
    next();
  };
}

/** The same for a POST that broke off: what arrived is kept, then the failure is passed on. */
export function keepFieldsOfBroken(services: DraftDependencies): ErrorRequestHandler {
  return async (error, request, response, next) => {
    if (response.socket?.destroyed ?? true) {
      // A visitor who has left does not learn of a new draft and would never find it.
      if (hasKnownDraft(request)) await keep(services, request);
      else await forgetVisit(services, request);
      return;
    }
    if (request.form.draft || hasTexts(request)) await keep(services, request);
    next(error);
  };
}

const hasKnownDraft = ({ form }: Request): boolean => form.draft !== undefined && !form.isNewDraft;
const hasTexts = ({ body }: Request): boolean => Object.keys(readPosted(body).values).length > 0;

async function keep(services: DraftDependencies, request: Request): Promise<void> {
  const { form, body, lng } = request;
  const { store } = services;
  form.posted = readPosted(body);
  const draft = await admit(services, request);
  if (!draft) return;
  try {
    form.receipt = await findReceipt(store, draft, form.posted.submitKey);
    if (form.receipt !== undefined) return;
    noteTooLong(request, await store.drafts.saveFields(draft.id, form.posted.values));
    if (draft.language !== lng) await store.drafts.setLanguage(draft.id, lng);
  } catch (error) {
    form.failure = error as Error;
  }
}

/** A text that is too long to be kept is shown in the page only, and cannot be sent. */
function noteTooLong({ form }: Request, fields: readonly TextField[]): void {
  const known = form.problems.map(({ field }) => field);
  form.problems.push(...fields.filter((field) => !known.includes(field)).map(tooLongProblem));
}
