import 'htmx.org';
import { dropUploadButton } from './answer.ts';
import { makeDialogModal } from './closed-dialog.ts';
import { watchFieldChecks } from './field-check.ts';
import { watchFilePicker } from './file-picker.ts';
import { watchFirstPost } from './first-post.ts';
import { watchFormRequests } from './form-requests.ts';
import { placeStatus } from './form-status.ts';
import { warnBeforeLeaving } from './leave-warning.ts';
import { holdSubmits } from './submit.ts';
import { startUploads } from './upload.ts';

const { queue, focusRow } = startUploads(() => {
  warnBeforeLeaving(queue.isBusy());
  submits.release();
});
const { current } = watchFormRequests({
  queue,
  onSwapped: () => submits.letGoOnProblems(),
  onEnd: () => submits.release(),
});
const submits = holdSubmits({ queue, focusRow, current });

watchFirstPost();
watchFieldChecks();
placeStatus();
makeDialogModal();
watchFilePicker(queue);
dropUploadButton(document);
