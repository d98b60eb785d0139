import { NEW_FORM } from '../../form/rules/client-protocol.ts';
import { applicationForm } from '../dom.ts';
import type { RequestContext } from './htmx-request.ts';
import { storeOnRequest } from './store-form.ts';

/** A running POST whose response may set the session cookie. */
let pending: Promise<unknown> | undefined;
let hasSession = false;

const isNewForm = (): boolean => location.search === `?${NEW_FORM}`;

/** Gives the page the address of its draft after a POST: a reload would show an empty form again. */
function leaveNewForm(): void {
  const action = applicationForm()?.getAttribute('action');
  if (action && isNewForm()) history.replaceState(history.state, '', action + location.hash);
}

const isSessionStarted = (): boolean => hasSession || applicationForm()?.dataset.hasSession !== undefined;

/** Sends a POST after the response to the first one, which sets the session cookie. Parallel POSTs would each start a session. */
async function afterSessionStarted<T>(send: () => Promise<T>): Promise<T> {
  while (pending) await pending;
  if (isSessionStarted()) return send();
  const sent = send();
  pending = sent.then(
    () => (hasSession = true),
    () => undefined,
  );
  await pending;
  pending = undefined;
  return sent;
}

/** Delays the POSTs of htmx and of `storeForm`. */
export function delayPostsUntilSession(): void {
  storeOnRequest(afterSessionStarted);
  document.addEventListener('htmx:before:request', ({ detail }) => {
    const ctx = detail.ctx as RequestContext;
    const { fetch: send = fetch } = ctx;
    ctx.fetch = async (...request) => {
      const response = await afterSessionStarted(() => send(...request));
      leaveNewForm();
      return response;
    };
  });
}

/** Stores all fields, without the files, and without the captcha, which can be answered only once. */
async function postFields(): Promise<void> {
  const form = applicationForm();
  if (!form) return;
  const body = new FormData(form);
  for (const name of ['declareFile', 'captcha', 'sealedCode']) body.delete(name);
  body.set('action', 'begin');
  await fetch(form.dataset.filesAction ?? '', { method: 'POST', body });
  leaveNewForm();
}

export const storeFields = (): Promise<void> => afterSessionStarted(postFields);

/** Starts the draft before a file is sent: other requests cannot wait for a whole file. */
export const beginDraft = (): Promise<void> =>
  afterSessionStarted(async () => {
    if (!isSessionStarted() || isNewForm()) await postFields();
  });
