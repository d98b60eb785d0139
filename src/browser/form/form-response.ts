import { SHOWN_FILES, writeShownFiles } from '../../form/rules/client-protocol.ts';
import { applicationForm, byId, hiddenValue } from '../dom.ts';
import { makeDialogModal } from './closed-dialog.ts';
import { isInField, placeFocus } from './focus.ts';
import { placeStatus } from './form-status.ts';
import { bodyOf, type RequestContext, submitterOf } from './htmx-request.ts';
import { hideStarted, isSettled, listedIds, shownFiles, updateFileList } from './uploads/file-list.ts';
import type { Upload } from './uploads/upload-queue.ts';
import { queue } from './uploads/uploads.ts';

const ERROR_STATE = ['aria-describedby', 'aria-invalid'];

/** Disables the upload button, because files are uploaded when picked. It keeps its place to avoid a layout shift. */
export function disableUploadButton(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>('button[name="action"][value="upload"]');
  if (!button) return;
  button.disabled = true;
  button.classList.add('spent');
}

/** Copies the error state of the new file input to the old one, which the swap preserves. */
function copyErrorState(component: Element): void {
  const [input, newInput] = [byId('declareFile'), component.querySelector('#declareFile')];
  for (const name of ERROR_STATE) {
    const value = newInput?.getAttribute(name);
    if (value == null) input?.removeAttribute(name);
    else input?.setAttribute(name, value);
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields that are checked when left, and the captcha. */
const controls = (): Control[] => [
  ...(applicationForm()?.querySelectorAll<Control>('.field[hx-post] [name], input#captcha') ?? []),
];

/** Remembers text typed since the request, and returns a function that restores it after the swap. */
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

/** Files and uploads of a sent form. */
export type Sent = { fileIds: string[]; uploads: Upload[] };

/** Adds failed uploads and the list of shown files to the request. */
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
  // Without cookies the next request cannot find these files: they stay in the queue.
  if (component.querySelector('#_form:not([data-has-session])')) list?.replaceChildren();
  else if (list) updateFileList(list, sent.fileIds, removedId);
  disableUploadButton(component);
  copyErrorState(component);
  return () => {
    restoreTyped();
    hideStarted();
    for (const upload of sent.uploads) if (isSettled(upload.file)) queue.dismiss(upload);
    if (!applicationForm()) queue.stop();
    placeStatus();
    placeFocus(submitter, wasInField);
    makeDialogModal();
  };
}
