import type { Response } from 'express';
import type { Page } from '../../../views/document.model.ts';
import { isFragmentAsked } from '../../http/middleware/fragment.ts';
import { type FailureKind, failures } from '../../lib/failures.ts';
import { renderForm } from '../../pages/render.tsx';
import { FORM_RETRY_S } from '../rules/limits.ts';
import type { Visit } from './visit.ts';

/** Sends an answer for this visitor alone, which no cache may keep. `kind` is the failure, if any. */
export function sendOwn(response: Response, html: string, kind?: FailureKind): void {
  if (kind) response.status(failures[kind].status);
  if (isTemporary(kind) && !response.get('Retry-After')) response.set('Retry-After', `${FORM_RETRY_S}`);
  response.set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' }).send(html);
}

const isTemporary = (kind?: FailureKind): boolean => kind === 'tooMany' || kind === 'storage';

/** Sends a page of the form, or for htmx the form alone. */
export async function sendForm(
  { services, request, response }: Pick<Visit, 'services' | 'request' | 'response'>,
  page: Page,
  kind?: FailureKind,
): Promise<void> {
  response.set('Vary', 'HX-Request');
  services.requestContexts.setContentAge(response);
  if (isFragmentAsked(request)) return sendOwn(response, renderForm(page), kind);
  const { page: whole } = await services.pageSender.withPictures(page);
  sendOwn(response, services.render(whole), kind);
}

/** Leads on after a POST, so that a reload sends nothing again. */
export function leadTo({ request, response }: Visit, path: string): void {
  response.set('Cache-Control', 'no-store');
  if (isFragmentAsked(request)) response.set('HX-Redirect', path).end();
  else response.redirect(303, path);
}
