import { make, submitButton } from '../dom.ts';
import { formTexts } from '../texts.ts';
import { isSubmit } from './form-request.ts';

/** One line below the submit button; a live region has to stand there before it speaks. */
const status = make('p', { id: '_form-status', className: 'form-status' });
status.setAttribute('role', 'status');
const alert = make('p', { className: 'form-alert' });
alert.setAttribute('role', 'alert');

/** Puts the line where it belongs: again after each swap. */
export const placeStatus = (): void => submitButton()?.after(status);

export function showStatus(text = ''): void {
  if (status.textContent !== text) status.textContent = text;
}

/** Says beside the button that was pressed that nothing was sent. */
export function showNotSent(pressed: HTMLElement | null): void {
  const place = pressed?.isConnected && !isSubmit(pressed) ? pressed : submitButton();
  alert.textContent = formTexts().notSent ?? '';
  place?.after(alert);
  alert.scrollIntoView({ block: 'nearest' });
}

export const clearNotSent = (): void => alert.remove();
