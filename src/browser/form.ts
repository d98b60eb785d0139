import 'htmx.org';
import { delayPostsUntilSession, saveBeforeRefresh } from './form/draft.ts';
import { watchFieldChecks } from './form/field-check.ts';
import { delaySubmits, sendDelayedSubmit, watchFormRequests } from './form/form-requests.ts';
import { disableUploadButton, makeDialogModal, placeStatus } from './form/form-response.ts';
import { queue, watchFilePicker, watchUploads } from './form/uploads/uploads.ts';

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Required by browsers before 2023.
  event.returnValue = true;
}

/**
 * Asks for confirmation before leaving the page with files that the site does not have. A permanent listener would disable the
 * back-forward cache.
 */
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
