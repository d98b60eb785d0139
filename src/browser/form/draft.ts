import { applicationForm, byId } from '../dom.ts';
import type { RequestContext } from './htmx-request.ts';
import { formTexts } from './messages.ts';

/** A running POST whose response may set the session cookie. */
let pending: Promise<unknown> | undefined;
let hasSession = false;

/** Statuses of POSTs that were stored: also if something is invalid. */
const STORED = [200, 422];

/** Removes the query after a stored POST: with `?new`, a reload would show an empty form again. */
const dropQuery = (): void => history.replaceState(history.state, '', location.pathname + location.hash);

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

/** Delays the POSTs of htmx. */
export function delayPostsUntilSession(): void {
  document.addEventListener('htmx:before:request', ({ detail }) => {
    const ctx = detail.ctx as RequestContext;
    const { fetch: send = fetch } = ctx;
    ctx.fetch = async (...request) => {
      const response = await afterSessionStarted(() => send(...request));
      if (STORED.includes(response.status)) dropQuery();
      return response;
    };
  });
}

/** Saves the form in its draft, except some inputs. */
async function postForm(
  form: HTMLFormElement,
  address = form.getAttribute('action') ?? '',
  without: string[] = [],
): Promise<void> {
  const body = new FormData(form);
  for (const name of without) body.delete(name);
  body.set('action', 'begin');
  const { ok, status } = await fetch(address, { method: 'POST', body });
  if (!ok) throw new Error(`the form was not stored: ${status}`);
}

/** Stores all fields, without the files, and without the captcha, which can be answered only once. */
async function postFields(): Promise<void> {
  const form = applicationForm();
  if (!form) return;
  await postForm(form, form.dataset.filesAction, ['declareFile', 'captcha', 'sealedCode']);
  dropQuery();
}

export const storeFields = (): Promise<void> => afterSessionStarted(postFields);

/** Starts the draft before a file is sent: other requests cannot wait for a whole file. */
export const beginDraft = (): Promise<void> =>
  afterSessionStarted(async () => {
    if (!isSessionStarted() || location.search) await postFields();
  });

/** Saves the form before its page is refreshed. Does not repeat the POST of a page that is the response to one. */
export function saveBeforeRefresh(): void {
  byId('_notices')?.addEventListener('click', async (event) => {
    const form = applicationForm();
    const link = event.target as HTMLElement;
    if (!form || link.tagName !== 'A') return;
    event.preventDefault();
    try {
      await afterSessionStarted(() => postForm(form));
      location.replace(form.getAttribute('action') ?? '');
    } catch {
      link.previousSibling?.replaceWith(`${formTexts().refreshUnsaved} `);
    }
  });
}
