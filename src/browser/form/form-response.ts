import { SHOWN_FILES, writeShownFiles } from '../../applications/rules/form-protocol.ts';
import {
  applicationForm,
  bodyOf,
  byId,
  hiddenValue,
  isSubmit,
  make,
  type RequestContext,
  submitButton,
  submitterOf,
} from '../dom.ts';
import { announce, formTexts } from './messages.ts';
import { isListed, listedIds, shownFiles, updateFileList } from './uploads/file-list.ts';
import type { Upload } from './uploads/upload-queue.ts';
import { hideOwnUnfinished, queue } from './uploads/uploads.ts';

const ERROR_STATE = ['aria-describedby', 'aria-invalid'];

/** Disables the upload button: picked files are uploaded immediately. Removing the button would shift the layout. */
export function disableUploadButton(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>('button[name="action"][value="upload"]');
  if (!button) return;
  button.disabled = true;
  button.classList.add('spent');
}

/** Copies the new file input's error state to the old input, which the swap preserves. */
function copyErrorState(component: Element): void {
  const [input, newInput] = [byId('declareFile'), component.querySelector('#declareFile')];
  for (const name of ERROR_STATE) {
    const value = newInput?.getAttribute(name);
    if (value == null) input?.removeAttribute(name);
    else input?.setAttribute(name, value);
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controls = (): Control[] => [
  ...(applicationForm()?.querySelectorAll<Control>('.field[hx-post] [name], input#captcha') ?? []),
];

/** Returns a function that restores text typed since the request. */
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

/** `fileIds`: files that the page listed when the form was sent. `uploads`: added to the request. */
export type Sent = { fileIds: string[]; uploads: Upload[] };

export function prepareRequest(ctx: RequestContext, uploads: Upload[]): Sent {
  const body = bodyOf(ctx);
  for (const { file } of uploads) body.append('declareFile', file);
  body.set(SHOWN_FILES, writeShownFiles(shownFiles()));
  return { fileIds: listedIds(), uploads };
}

/** Returns a function to call after the swap. */
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
    for (const upload of sent.uploads) if (isListed(upload.file, sent.fileIds)) queue.end(upload);
    if (!applicationForm()) queue.stop();
    placeStatus();
    placeFocus(submitter, wasInField);
    makeDialogModal();
  };
}

const isInField = (): boolean =>
  document.activeElement?.matches('#_form :is(input, select, textarea)') ?? false;

function focusElement(element: HTMLElement | null): boolean {
  if (element && element.tabIndex < 0) element.tabIndex = -1;
  element?.focus();
  return element !== null && document.activeElement === element;
}

/** The swap removes the pressed button. */
const focusAfter = ({ name, value }: HTMLButtonElement): HTMLElement | null => {
  if (name === 'remove') return byId('declareFile');
  return value === 'new-code' ? byId('captcha') : null;
};

/** Screen readers announce what receives the focus. */
function placeFocus(pressed: HTMLButtonElement | null, wasInField: boolean): void {
  const problems = byId('_problems');
  if (problems) {
    focusElement(problems);
    problems.scrollIntoView();
    return;
  }
  const notice = byId('_notice');
  const isPlaced = wasInField || (pressed && focusElement(focusAfter(pressed)));
  if (isPlaced) announce(notice?.textContent ?? '');
  else if (document.activeElement === document.body) focusElement(notice ?? byId('_application'));
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

/** Shows next to the pressed button that the form was not sent, with the site's reason if it sent one. */
export function showNotSent(ctx: RequestContext): void {
  const pressed = submitterOf(ctx);
  const button = pressed?.isConnected && !isSubmit(pressed) ? pressed : submitButton();
  alert.textContent = (ctx.hx?.reswap === 'none' && ctx.text) || (formTexts().notSent ?? '');
  button?.after(alert);
  alert.scrollIntoView({ block: 'nearest' });
}

export const clearNotSent = (): void => alert.remove();
