import { SHOWN_FILES, writeShownFiles } from '../../form/rules/client-protocol.ts';
import { applicationForm, byId } from '../dom.ts';
import { isInField, placeFocus } from '../focus.ts';
import { makeDialogModal } from './closed-dialog.ts';
import { hideStarted, isSettled, listedIds, mendFileList, shownFiles } from './file-list.ts';
import { bodyOf, type RequestContext, submitterOf } from './form-request.ts';
import { placeStatus } from './form-status.ts';
import { queue } from './upload.ts';
import type { Upload } from './upload-queue.ts';

const PRESERVED_STATE = ['aria-describedby', 'aria-invalid'];

/** Files go up when they are picked, so the upload button has nothing to do. It keeps its room, so that nothing below it moves. */
export function dropUploadButton(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>('button[name="action"][value="upload"]');
  if (!button || !navigator.cookieEnabled) return;
  button.disabled = true;
  button.classList.add('spent');
}

/** The file input outlives the swap, and takes over what the new one says of a problem. */
function handOnState(component: Element): void {
  const [kept, fresh] = [byId('declareFile'), component.querySelector('#declareFile')];
  for (const name of PRESERVED_STATE) {
    const value = fresh?.getAttribute(name);
    if (value == null) kept?.removeAttribute(name);
    else kept?.setAttribute(name, value);
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The text fields: those that are checked when they are left. */
const controls = (): Control[] => [
  ...(applicationForm()?.querySelectorAll<Control>('.field[hx-post] [name]') ?? []),
];

/** Remembers what was typed since the form was sent, whose answer holds the older text; gives what types it again. */
function keepTyped(sent: FormData): () => void {
  const late = controls().filter(({ name, value }) => value !== sent.get(name));
  return () => {
    for (const { name, value } of late)
      for (const control of controls()) if (control.name === name) control.value = value;
  };
}

/** The files of a form that is sent, until its answer replaces it. */
export type Sent = { fileIds: string[]; uploads: Upload[] };

/** Adds the files that failed alone to the form, says which ones the page shows by now, and remembers which it held. */
export function prepareRequest(ctx: RequestContext, uploads: Upload[]): Sent {
  const body = bodyOf(ctx);
  for (const { file } of uploads) body.append('declareFile', file);
  body.set(SHOWN_FILES, writeShownFiles(shownFiles()));
  return { fileIds: listedIds(), uploads };
}

/** Prepares an answer for the swap; the function that it gives runs after the swap. */
export function prepareAnswer(ctx: RequestContext, component: Element, sent: Sent) {
  const submitter = submitterOf(ctx);
  const typeAgain = keepTyped(bodyOf(ctx));
  const wasInField = isInField();
  const list = component.querySelector('#_files');
  const removedId = submitter?.name === 'remove' ? submitter.value : undefined;
  if (list) mendFileList(list, sent.fileIds, removedId);
  dropUploadButton(component);
  handOnState(component);
  return () => {
    typeAgain();
    hideStarted();
    for (const upload of sent.uploads) if (isSettled(upload.file)) queue.dismiss(upload);
    if (!applicationForm()) queue.stop();
    placeStatus();
    placeFocus(submitter, wasInField);
    makeDialogModal();
  };
}
