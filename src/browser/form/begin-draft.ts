import { applicationForm } from '../dom.ts';
import type { RequestContext } from './form-request.ts';
import { storeOnRequest } from './store-form.ts';

/** A POST is under way that may bring the visitor's cookie. */
let pending: Promise<unknown> | undefined;
let isKnown = false;

const hasSession = (): boolean => isKnown || applicationForm()?.dataset.hasSession !== undefined;

/**
 * Sends a POST after the first one is answered: that answer brings the cookie of the session. POSTs sent at the same time would
 * each begin a session of their own.
 */
async function afterDraftBegan<T>(send: () => Promise<T>): Promise<T> {
  while (pending) await pending;
  if (hasSession()) return send();
  const sent = send();
  pending = sent.then(
    () => (isKnown = true),
    () => undefined,
  );
  await pending;
  pending = undefined;
  return sent;
}

/** Holds back the requests of htmx (the form, or one of its fields), and the form that is stored before a refresh. */
export function holdBackPosts(): void {
  storeOnRequest(afterDraftBegan);
  document.addEventListener('htmx:before:request', ({ detail }) => {
    const ctx = detail.ctx as RequestContext;
    const { fetch: send = fetch } = ctx;
    ctx.fetch = (...request) => afterDraftBegan(() => send(...request));
  });
}

/** Begins the draft before a file is sent: other requests cannot wait as long as a file takes. */
export const beginDraft = (): Promise<unknown> =>
  afterDraftBegan(async () => {
    const form = applicationForm();
    if (!form || hasSession()) return;
    const body = new FormData(form);
    for (const name of ['declareFile', 'captcha', 'sealedCode']) body.delete(name);
    body.set('action', 'begin');
    await fetch(form.dataset.filesAction ?? '', { method: 'POST', body });
  });
