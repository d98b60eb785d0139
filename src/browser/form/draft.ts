import { applicationForm, byId, type RequestContext, textFieldsOf } from '../dom.ts';
import { formTexts } from './messages.ts';
import type { UploadQueue } from './uploads/upload-queue.ts';

/** Running POST whose response may set the session cookie. */
let firstPost: Promise<unknown> | undefined;
let hasSession = false;

/** Statuses of stored POSTs. Invalid values are also stored. */
const STORED = [200, 422];

/** A stored POST has set the cookie. A reload with `?new` would show an empty form. */
function recordStored(): void {
  hasSession = true;
  history.replaceState(history.state, '', location.pathname + location.hash);
}

const isSessionStarted = (): boolean => hasSession || applicationForm()?.dataset.hasSession !== undefined;

/** Delays a POST until the first POST has set the session cookie. Parallel POSTs would each start a session. */
async function afterSessionStarted<T>(send: () => Promise<T>): Promise<T> {
  while (firstPost) await firstPost;
  if (isSessionStarted()) return send();
  const sent = send();
  firstPost = sent.catch(() => undefined);
  await firstPost;
  firstPost = undefined;
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

async function postDraft(body: FormData): Promise<void> {
  body.set('action', 'begin');
  const { ok, status } = await fetch(location.pathname, { method: 'POST', body });
  if (!ok) throw new Error(`${status}`);
  recordStored();
}

async function postTextFields(): Promise<void> {
  const form = applicationForm();
  if (form) await postDraft(textFieldsOf(form));
}

export const storeTextFields = (): Promise<void> => afterSessionStarted(postTextFields);

/** Begins the draft before a file is sent, so that other requests do not wait for the file. */
export const ensureDraft = (): Promise<void> =>
  afterSessionStarted(async () => {
    if (!isSessionStarted() || location.search) await postTextFields();
  });

/** Saves the form before a refresh, and then opens it with GET, because a reload could repeat a POST. */
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
      await afterSessionStarted(() => postDraft(body));
      for (const upload of uploads) queue.end(upload);
      location.replace(location.pathname);
    } catch {
      link.previousSibling?.replaceWith(`${formTexts().refreshUnsaved} `);
    }
  });
}
