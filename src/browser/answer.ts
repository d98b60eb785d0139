import { makeDialogModal } from './closed-dialog.ts';
import { applicationForm, byId } from './dom.ts';
import { isSettled, listedIds, mendFileList } from './file-list.ts';
import { isInField, placeFocus } from './focus.ts';
import { placeStatus } from './form-status.ts';
import { bodyOf, type RequestContext, submitterOf } from './requests.ts';
import { typeAgain, typedSince } from './typed-meanwhile.ts';
import type { Upload, UploadQueue } from './upload-queue.ts';

const PRESERVED_STATE = ['aria-describedby', 'aria-invalid'];

/**
 * Picking uploads, so the button for it would do nothing. Its place stays, so that nothing below it moves; without this
 * script the button stays too.
 */
export function dropUploadButton(root: ParentNode): void {
  const button = root.querySelector<HTMLButtonElement>('button[name="action"][value="upload"]');
  if (!button) return;
  button.disabled = true;
  button.classList.add('spent');
}

/** The file input outlives the swap; what the new one says of a problem is handed on to it. */
function handOnState(component: Element): void {
  const [kept, fresh] = [byId('declareFile'), component.querySelector('#declareFile')];
  for (const name of PRESERVED_STATE) {
    const value = fresh?.getAttribute(name);
    if (value == null) kept?.removeAttribute(name);
    else kept?.setAttribute(name, value);
  }
}

/** What is remembered of the form that was sent until its answer stands in its place. */
export type Sent = { fileIds: string[]; uploads: Upload[] };

/** Remembers the form as it goes out. Files that did not arrive alone go with an application. */
export function prepareRequest(ctx: RequestContext, uploads: Upload[]): Sent {
  for (const { file } of uploads) bodyOf(ctx).append('declareFile', file);
  return { fileIds: listedIds(), uploads };
}

/** Prepares an answer for its place; gives what is to be done once it stands there. */
export function prepareAnswer(ctx: RequestContext, component: Element, sent: Sent, queue: UploadQueue) {
  const submitter = submitterOf(ctx);
  const typed = typedSince(bodyOf(ctx));
  const wasInField = isInField();
  const list = component.querySelector('#_files');
  const removedId = submitter?.name === 'remove' ? submitter.value : undefined;
  if (list) mendFileList(list, sent.fileIds, removedId);
  dropUploadButton(component);
  handOnState(component);
  return () => {
    typeAgain(typed);
    for (const upload of sent.uploads) if (isSettled(upload.file)) queue.dismiss(upload);
    if (!applicationForm()) queue.stop();
    placeStatus();
    placeFocus(submitter, wasInField);
    makeDialogModal();
  };
}
