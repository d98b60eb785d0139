import { applicationForm } from '../../dom.ts';
import { MAX_SHORT_REQUEST_MS, TUS } from './upload-request.ts';

/** Returns the headers that override the method of a request if it is sent as another one. */
export const overriding = (method: string, sentAs?: string): Record<string, string> =>
  method === sentAs ? {} : { 'X-HTTP-Method-Override': method };

/** Sends a request of limited duration. Resolves to undefined if there is no response. */
async function fetchShort(url: string, options: RequestInit): Promise<Response | undefined> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), MAX_SHORT_REQUEST_MS);
  const response = await fetch(url, { ...options, signal: abort.signal }).catch(() => undefined);
  clearTimeout(timer);
  return response;
}

/** Terminates an upload, even if the visitor is leaving the page. If proxies block this, the form removes the upload. */
export async function terminateUpload(url: string, isPatchBlocked: boolean): Promise<void> {
  const methods = isPatchBlocked ? ['POST', 'DELETE'] : ['DELETE', 'POST'];
  for (const method of methods) {
    const headers = { ...TUS, ...overriding('DELETE', method) };
    const response = await fetchShort(url, { method, headers, keepalive: true });
    if (response?.ok && response.headers.get('Tus-Resumable')) return;
  }
  const form = applicationForm();
  if (form) await removeWithForm(form, url.split('/').pop() ?? '');
}

async function removeWithForm(form: HTMLFormElement, uploadId: string): Promise<void> {
  const body = new FormData(form);
  // A captcha code can be answered only once.
  for (const name of ['declareFile', 'captcha', 'sealedCode']) body.delete(name);
  body.set('remove', uploadId);
  await fetchShort(location.pathname, { method: 'POST', headers: { 'HX-Request': 'true' }, body });
}

export const isSiteReachable = async (): Promise<boolean> =>
  (await fetchShort(location.pathname, { method: 'HEAD' })) !== undefined;
