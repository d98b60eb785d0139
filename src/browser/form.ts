import 'htmx.org';
import {
  applicationForm,
  byId,
  checkedFieldName,
  componentOf,
  isSubmit,
  type RequestContext,
  submitButton,
  submitterOf,
} from './dom.ts';
import { delayPostsUntilSession, saveBeforeRefresh } from './form/draft.ts';
import { watchFieldChecks } from './form/field-check.ts';
import {
  clearNotSent,
  disableUploadButton,
  makeDialogModal,
  placeStatus,
  prepareRequest,
  prepareSwap,
  type Sent,
  showNotSent,
  showStatus,
} from './form/form-response.ts';
import { formTexts } from './form/messages.ts';
import type { Upload } from './form/uploads/upload-queue.ts';
import { focusRow, isUploading, queue, watchFilePicker, watchUploads } from './form/uploads/uploads.ts';

let runningRequest: RequestContext | undefined;
/** Uploads that were refused before the delayed submit, or undefined without a delayed submit. */
let refusedBefore: Upload[] | undefined;

const isOfForm = (ctx: RequestContext | undefined): ctx is RequestContext =>
  ctx?.request.form?.id === '_form' && checkedFieldName(ctx) === undefined;

/** If the uploads have no connection, the form sends their files. */
const mustWait = (): boolean =>
  runningRequest !== undefined || (isUploading() && !(queue.isStalled() && navigator.onLine));

function deferUploads(): Upload[] {
  queue.defer();
  const uploads = queue.forForm();
  showStatus(formTexts()[uploads.length > 0 ? 'sendingFiles' : 'sending']);
  return uploads;
}

/** htmx sends the form's requests one at a time. */
function watchFormRequests(): void {
  let sent: Sent;
  let finishSwap: (() => void) | undefined;

  document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
    if (!isOfForm(ctx)) return;
    runningRequest = ctx;
    queue.pause();
    clearNotSent();
    sent = prepareRequest(ctx, isSubmit(submitterOf(ctx)) ? deferUploads() : []);
  });

  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    if (isOfForm(ctx) && (ctx as RequestContext).hx?.redirect) leaveForm();
  });

  document.addEventListener('htmx:before:swap', (event) => {
    const { ctx, tasks } = event.detail;
    if (!isOfForm(ctx)) return;
    const component = componentOf(tasks, '_application');
    if (component) {
      finishSwap = prepareSwap(ctx, component, sent);
      return;
    }
    event.preventDefault();
    showNotSent(ctx);
  });

  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    if (!isOfForm(ctx)) return;
    finishSwap?.();
    // The applicant must read the errors first.
    if (byId('_problems')) dropDelayedSubmit();
  });

  document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
    if (!isOfForm(ctx)) return;
    showNotSent(ctx);
    queue.retry(...sent.uploads);
  });

  document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
    // htmx sends the next request after this event.
    if (isOfForm(ctx) && !(ctx as RequestContext).hx?.redirect) setTimeout(endRequest, 0, ctx);
  });
}

/** Stops the uploads, so that leaving needs no confirmation, and makes Back reload the form. */
function leaveForm(): void {
  queue.stop();
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

function endRequest(ctx: RequestContext): void {
  runningRequest = undefined;
  if (isSubmit(submitterOf(ctx))) showStatus();
  queue.resume();
  sendDelayedSubmit();
}

function delaySubmits(): void {
  // Uses the capture phase to run before htmx, which listens on the form.
  document.addEventListener(
    'submit',
    (event) => {
      if (event.target !== applicationForm() || !isSubmit(event.submitter) || !mustWait()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (runningRequest && isSubmit(submitterOf(runningRequest))) return;
      refusedBefore ??= queue.inState('refused');
      showStatus(formTexts()[isUploading() ? 'uploadsPending' : 'sending']);
    },
    true,
  );
}

/** Sends a delayed submit, unless a file was refused meanwhile: the applicant must see that first. */
function sendDelayedSubmit(): void {
  if (!refusedBefore || mustWait()) return;
  const before = refusedBefore;
  const refused = queue.inState('refused').find((upload) => !before.includes(upload));
  dropDelayedSubmit();
  if (refused) focusRow(refused);
  else submitButton()?.click();
}

function dropDelayedSubmit(): void {
  refusedBefore = undefined;
  showStatus();
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Required by browsers before 2023.
  event.returnValue = true;
}

/** Asks for confirmation before leaving with unsent files. A permanent listener would disable the back-forward cache. */
function warnBeforeLeaving(hasFiles: boolean): void {
  if (hasFiles) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
}

watchUploads(() => {
  warnBeforeLeaving(queue.isBusy() || queue.forForm().length > 0);
  sendDelayedSubmit();
});
watchFormRequests();
delaySubmits();
delayPostsUntilSession();
saveBeforeRefresh(queue);
watchFieldChecks();
placeStatus();
makeDialogModal();
watchFilePicker();
disableUploadButton(document);
