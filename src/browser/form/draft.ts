import { applicationForm, byId } from '../dom.ts';
import type { RequestContext } from './htmx-request.ts';
import { formTexts } from './messages.ts';
import type { UploadQueue } from './uploads/upload-queue.ts';

/** The running POST whose response may set the session cookie. */
let pending: Promise<unknown> | undefined;
let hasSession = false;

/** Statuses of stored POSTs. Invalid texts are also stored. */
const STORED = [200, 422];

/** Records a stored POST, which has set the cookie. Removes the query, because a reload with `?new` would show an empty form. */
function recordStored(): void {
  hasSession = true;
  history.replaceState(history.state, '', location.pathname + location.hash);
}

const isSessionStarted = (): boolean => hasSession || applicationForm()?.dataset.hasSession !== undefined;

/** Delays a POST until the session cookie is set, because parallel POSTs would each start a session. The first POST sets it. */
async function afterSessionStarted<T>(send: () => Promise<T>): Promise<T> {
  while (pending) await pending;
  if (isSessionStarted()) return send();
  const sent = send();
  pending = sent.catch(() => undefined);
  await pending;
  pending = undefined;
  return sent;
}

export function delayPostsUntilSession(): void {
  document.addEventListener('htmx:before:request', ({ detail }) => {
    const ctx = detail.ctx as RequestContext;
    const { fetch: send = fetch } = ctx;
    ctx.fetch = async (...request) => {
      const response = await afterSessionStarted(() => send(...request));
      if (STORED.includes(response.status)) recordStored();
      return response;
    };
  });
}

/** Stores the form in its draft. */
async function postForm(body: FormData): Promise<void> {
  body.set('action', 'begin');
  const { ok, status } = await fetch(location.pathname, { method: 'POST', body });
  if (!ok) throw new Error(`${status}`);
  recordStored();
}

/** Stores all fields except the files and the captcha, because a captcha code can be answered only once. */
async function postFields(): Promise<void> {
  const form = applicationForm();
  if (!form) return;
  const body = new FormData(form);
  for (const name of ['declareFile', 'captcha', 'sealedCode']) body.delete(name);
  await postForm(body);
}

export const storeFields = (): Promise<void> => afterSessionStarted(postFields);

/** Begins the draft before a file is sent, because other requests cannot wait for a whole file. */
export const beginDraft = (): Promise<void> =>
  afterSessionStarted(async () => {
    if (!isSessionStarted() || location.search) await postFields();
  });

/** Saves the form before the page is refreshed, and then opens it with GET, because a reload could repeat a POST. */
export function saveBeforeRefresh(queue: UploadQueue): void {
  byId('_notices')?.addEventListener('click', async (event) => {
    const form = applicationForm();
    const link = event.target as HTMLElement;
    if (!form || link.tagName !== 'A') return;
    event.preventDefault();
    try {
      const body = new FormData(form);
      const uploads = queue.forForm();
      for (const { file } of uploads) body.append('declareFile', file);
      await afterSessionStarted(() => postForm(body));
      for (const upload of uploads) queue.end(upload);
      location.replace(location.pathname);
    } catch {
      link.previousSibling?.replaceWith(`${formTexts().refreshUnsaved} `);
    }
  });
}
