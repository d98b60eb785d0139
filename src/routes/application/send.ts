import type { Request, Response } from 'express';
import { type FailureKind, failures } from '../../failures.ts';
import { isFragmentAsked } from '../../middleware/fragment.ts';
import type { Services } from '../../services/index.ts';
import type { Page } from '../../services/page-model.ts';

/** Sends a page of the form, or for htmx the form alone; no cache keeps either. */
export function sendForm(
  { render, renderForm }: Services,
  request: Request,
  response: Response,
  page: Page,
  kind?: FailureKind,
): void {
  if (kind) response.status(failures[kind].status);
  response
    .set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8', Vary: 'HX-Request' })
    .send(isFragmentAsked(request) ? renderForm(page) : render(page));
}

/** Leads on after a POST, so that a reload sends nothing again. */
export function leadTo(request: Request, response: Response, path: string): void {
  response.set('Cache-Control', 'no-store');
  if (isFragmentAsked(request)) response.set('HX-Redirect', path).end();
  else response.redirect(303, path);
}
