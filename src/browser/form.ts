import 'htmx.org';
import { delayPostsUntilSession, saveBeforeRefresh } from './form/begin-draft.ts';
import { makeDialogModal } from './form/closed-dialog.ts';
import { watchFieldChecks } from './form/field-check.ts';
import { delaySubmits, sendDelayedSubmit, watchFormRequests } from './form/form-requests.ts';
import { disableUploadButton } from './form/form-response.ts';
import { placeStatus } from './form/form-status.ts';
import { watchFilePicker } from './form/uploads/file-picker.ts';
import { queue, watchUploads } from './form/uploads/uploads.ts';

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // For browsers before 2023.
  event.returnValue = true;
}

/** Confirms before the page is left during uploads. A permanent listener would disable the back-forward cache. */
function warnBeforeLeaving(isBusy: boolean): void {
  if (isBusy) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
}

watchUploads(() => {
  warnBeforeLeaving(queue.isBusy());
  sendDelayedSubmit();
});
watchFormRequests();
delaySubmits();
delayPostsUntilSession();
saveBeforeRefresh();
watchFieldChecks();
placeStatus();
makeDialogModal();
watchFilePicker();
disableUploadButton(document);
