import { make, submitButton } from '../dom.ts';
import { isSubmit } from './htmx-request.ts';
import { formTexts } from './messages.ts';

/** Live region below the submit button. It must exist before its first announcement. */
const status = make('p', { id: '_form-status', className: 'form-status' });
status.setAttribute('role', 'status');
const alert = make('p', { className: 'form-alert' });
alert.setAttribute('role', 'alert');

/** Places the status after each swap. */
export const placeStatus = (): void => submitButton()?.after(status);

export function showStatus(text = ''): void {
  if (status.textContent !== text) status.textContent = text;
}

/** Shows next to the pressed button that the form was not sent. */
export function showNotSent(pressed: HTMLElement | null): void {
  const place = pressed?.isConnected && !isSubmit(pressed) ? pressed : submitButton();
  alert.textContent = formTexts().notSent ?? '';
  place?.after(alert);
  alert.scrollIntoView({ block: 'nearest' });
}

export const clearNotSent = (): void => alert.remove();
