import type { Request, RequestHandler } from 'express';
import { Failure } from '../failures.ts';
import { draftFor } from '../services/application/drafts.ts';
import { addressHash } from '../services/application/visitor-address.ts';
import type { Services } from '../services/index.ts';

/** Gives a POST its draft, a new one where it has none; without one, where the store fails, it goes on and knows of the trouble. */
export function formDraft(services: Services): RequestHandler {
  return async (request, _response, next) => {
    const { form } = request;
    if (!form.trouble) {
      await openDraft(services, request).catch((error: unknown) => {
        if (error instanceof Failure) throw error;
        form.trouble = error as Error;
      });
    }
    next();
  };
}

/**
 * The visitor's draft, remembered in the session before anything is answered; one that was sent counts unless it
 * `mustBeOpen`: a POST may repeat it. Rejects where the store fails.
 */
export async function openDraft(
  services: Services,
  request: Request,
  { mustBeOpen = false } = {},
): Promise<void> {
  const { config, store, secret } = services;
  const draft = await draftFor(
    store,
    { id: request.session.draftId, mustBeOpen },
    {
      language: request.lng,
      addressHash: addressHash(request.ip, secret),
      isLimited: config.rateLimitPerMinute > 0,
    },
  );
  request.form.draft = draft;
  if (request.session.draftId === draft.id) return;
  request.session.draftId = draft.id;
  services.metrics.form.begun();
  await saveSession(request);
}

export const saveSession = ({ session }: Request): Promise<void> =>
  new Promise((resolve, reject) => session.save((error?: unknown) => (error ? reject(error) : resolve())));
