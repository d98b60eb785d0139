import 'htmx.org';
import { holdBackPosts } from './form/begin-draft.ts';
import { makeDialogModal } from './form/closed-dialog.ts';
import { watchFieldChecks } from './form/field-check.ts';
import { watchFilePicker } from './form/file-picker.ts';
import { holdSubmits, release, watchFormRequests } from './form/form-requests.ts';
import { dropUploadButton } from './form/form-response.ts';
import { placeStatus } from './form/form-status.ts';
import { queue, watchUploads } from './form/upload.ts';

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // What browsers before 2023 look at.
  event.returnValue = true;
}

/** Asks before the page is left while uploads run. A listener that stays would keep the page out of the back-forward cache. */
function warnBeforeLeaving(isBusy: boolean): void {
  if (isBusy) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

watchUploads(() => {
  warnBeforeLeaving(queue.isBusy());
  release();
});
watchFormRequests();
holdSubmits();
holdBackPosts();
watchFieldChecks();
placeStatus();
makeDialogModal();
// Without cookies files can only go with the form itself.
if (navigator.cookieEnabled) watchFilePicker();
dropUploadButton(document);
