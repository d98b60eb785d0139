import { SHOWN_FILES, writeShownFiles } from '../../applications/rules/client-protocol.ts';
import { applicationForm, byId, hiddenValue, make, submitButton } from '../dom.ts';
import { bodyOf, isSubmit, type RequestContext, submitterOf } from './htmx-request.ts';
import { formTexts, say } from './messages.ts';
import { isShown, listedIds, shownFiles, updateFileList } from './uploads/file-list.ts';
import type { Upload } from './uploads/upload-queue.ts';
import { hideOwnUnfinished, queue } from './uploads/uploads.ts';

const ERROR_STATE = ['aria-describedby', 'aria-invalid'];

/** Disables the upload button, because picked files are uploaded immediately. Removing the button would shift the layout. */
export function disableUploadButton(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>('button[name="action"][value="upload"]');
  if (!button) return;
  button.disabled = true;
  button.classList.add('spent');
}

/** Copies the error state of the new file input to the old input, which the swap preserves. */
function copyErrorState(component: Element): void {
  const [input, newInput] = [byId('declareFile'), component.querySelector('#declareFile')];
  for (const name of ERROR_STATE) {
    const value = newInput?.getAttribute(name);
    if (value == null) input?.removeAttribute(name);
    else input?.setAttribute(name, value);
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the controls of the fields with an own check, and the captcha. */
const controls = (): Control[] => [
  ...(applicationForm()?.querySelectorAll<Control>('.field[hx-post] [name], input#captcha') ?? []),
];

/** Remembers text typed after the request, and returns a function that restores it after the swap. */
function keepTyped(sent: FormData): () => void {
  const changed = controls().filter(({ name, value }) => value !== sent.get(name));
  return () => {
    const isSameCode = hiddenValue('sealedCode') === sent.get('sealedCode');
    for (const { name, value } of changed) {
      if (name === 'captcha' && !isSameCode) continue;
      for (const control of controls()) if (control.name === name) control.value = value;
    }
  };
}

/** Ids of the files that the page listed when the form was sent, and the uploads that were added to the request. */
export type Sent = { fileIds: string[]; uploads: Upload[] };

export function prepareRequest(ctx: RequestContext, uploads: Upload[]): Sent {
  const body = bodyOf(ctx);
  for (const { file } of uploads) body.append('declareFile', file);
  body.set(SHOWN_FILES, writeShownFiles(shownFiles()));
  return { fileIds: listedIds(), uploads };
}

/** Prepares a response for the swap. Returns a function to call after the swap. */
export function prepareSwap(ctx: RequestContext, component: Element, sent: Sent) {
  const submitter = submitterOf(ctx);
  const restoreTyped = keepTyped(bodyOf(ctx));
  const wasInField = isInField();
  const list = component.querySelector('#_files');
  const removedId = submitter?.name === 'remove' ? submitter.value : undefined;
  // Without cookies, the next request cannot find these files, so they remain in the queue.
  if (component.querySelector('#_form:not([data-has-session])')) list?.replaceChildren();
  else if (list) updateFileList(list, sent.fileIds, removedId);
  disableUploadButton(component);
  copyErrorState(component);
  return () => {
    restoreTyped();
    hideOwnUnfinished();
    for (const upload of sent.uploads) if (isShown(upload.file, sent.fileIds)) queue.end(upload);
    if (!applicationForm()) queue.stop();
    placeStatus();
    placeFocus(submitter, wasInField);
    makeDialogModal();
  };
}

/** Whether a field has the focus, which it should keep. */
const isInField = (): boolean =>
  document.activeElement?.matches('#_form :is(input, select, textarea)') ?? false;

function focusOn(element: HTMLElement | null): boolean {
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus();
  return element !== null && document.activeElement === element;
}

/** Returns the element to focus instead of the pressed button, which the swap removes. */
const focusAfter = ({ name, value }: HTMLButtonElement): HTMLElement | null => {
  if (name === 'remove') return byId('declareFile');
  return value === 'new-code' ? byId('captcha') : null;
};

/** Places the focus after a swap, so that screen readers announce errors and notices. */
function placeFocus(pressed: HTMLButtonElement | null, wasInField: boolean): void {
  const problems = byId('_problems');
  if (problems) {
    focusOn(problems);
    problems.scrollIntoView();
    return;
  }
  const notice = byId('_notice');
  const isPlaced = wasInField || (pressed && focusOn(focusAfter(pressed)));
  if (isPlaced) say(notice?.textContent ?? '');
  else if (document.activeElement === document.body) focusOn(notice ?? byId('_application'));
}

const modal = new WeakSet<Element>();

/** Makes the dialog “Submission Closed” modal. Without a script, it is not modal. */
export function makeDialogModal(): void {
  const dialog = byId('_closed') as HTMLDialogElement | null;
  if (!dialog?.open || modal.has(dialog)) return;
  modal.add(dialog);
  dialog.addEventListener('close', () => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || dialog.contains(activeElement);
    if (!dialog.open && isLost) byId('_main')?.focus({ preventScroll: true });
  });
  dialog.close();
  dialog.showModal();
}

/** Live region below the submit button. It must exist before its first announcement. */
const status = make('p', { id: '_form-status', className: 'form-status' });
status.setAttribute('role', 'status');
const alert = make('p', { className: 'form-alert' });
alert.setAttribute('role', 'alert');

export const placeStatus = (): void => submitButton()?.after(status);

export function showStatus(text = ''): void {
  if (status.textContent !== text) status.textContent = text;
}

/** Shows next to the pressed button that the form was not sent, with the reason of the site if it gave one without a form. */
export function showNotSent(ctx: RequestContext): void {
  const pressed = submitterOf(ctx);
  const place = pressed?.isConnected && !isSubmit(pressed) ? pressed : submitButton();
  alert.textContent = (ctx.hx?.reswap === 'none' && ctx.text) || (formTexts().notSent ?? '');
  place?.after(alert);
  alert.scrollIntoView({ block: 'nearest' });
}

export const clearNotSent = (): void => alert.remove();
