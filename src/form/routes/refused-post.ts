import type { ErrorRequestHandler, Request } from 'express';
import type { TFunction } from 'i18next';
import { asFailure, type FailureKind } from '../../lib/failures.ts';
import { type FormRequest, type FormServices, isFieldCheck, readFormRequest } from '../form-request.ts';
import { findDraft, type KeyState } from '../open-draft.ts';
import { readPosted } from '../posted.ts';
import { parseBody } from '../read-body.ts';
import { createReply } from '../respond.ts';
import { MAX_DISCARDED_BYTES } from '../rules/limits.ts';

/** Responds to a refused POST with the form, everything typed and the reason. Stores nothing. */
export function answerRefused(services: FormServices): ErrorRequestHandler {
  return async (error, request, response, next) => {
    const { kind } = asFailure(error);
    const reason = reasonOf(request.t, kind, Number(response.get('Retry-After')));
    // The page of a field check still shows its form.
    if (!reason || !isUnread(request) || isFieldCheck(request)) return next(error);
    const form = await readFormRequest(services, request, response, { isReadOnly: true });
    await readTexts(form);
    const posted = readPosted(request.body);
    const { key, failure } = await findKey(form, posted.submitKey);
    const admission = { kind: 'refused', key } as const;
    const nothing = { files: [], problems: [], hasStoredTexts: false, window: undefined };
    const post = { ...form, ...nothing, posted, action: posted.action, admission, failure };
    await createReply(post).refused(kind, reason);
  };
}

async function findKey(
  form: FormRequest,
  submitKey: string | undefined,
): Promise<{ key: KeyState; failure?: Error }> {
  try {
    const key = await findDraft(form, submitKey);
    return { key, failure: form.session.kind === 'failed' ? form.session.error : undefined };
  } catch (error) {
    return { key: { kind: 'unused' }, failure: error as Error };
  }
}

/** The reason of a refusal that the visitor can do something about. */
function reasonOf(t: TFunction, kind: FailureKind, retryAfterS: number): string | undefined {
  switch (kind) {
    case 'crossSite':
      return t('sentFromElsewhere');
    case 'formTooLarge':
      return t('filesTooLarge');
    case 'tooMany':
      return t('tooManyAttempts', { count: retryAfterS });
    default:
      return undefined;
  }
}

const isUnread = ({ method, body }: Request): boolean => method === 'POST' && body === undefined;

/** Reads the texts of a refused POST, up to `MAX_DISCARDED_BYTES`, and discards its files. */
function readTexts(form: FormRequest): Promise<unknown> {
  const { request } = form;
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_DISCARDED_BYTES) return;
      request.off('data', count);
      resolve(undefined);
    };
    request.on('data', count);
    void parseBody(form).then(resolve);
  });
}
