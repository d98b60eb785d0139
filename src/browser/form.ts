import 'htmx.org';
import { dropUploadButton } from './answer.ts';
import { makeDialogModal } from './closed-dialog.ts';
import { watchFieldChecks } from './field-check.ts';
import { watchFirstPost } from './first-post.ts';
import { watchFormRequests } from './form-requests.ts';
import { placeStatus } from './form-status.ts';
import { guardLeaving } from './leaving.ts';
import { watchPicking } from './picking.ts';
import { holdSubmits } from './submit.ts';
import { startUploads } from './upload.ts';

const { queue, focusRow } = startUploads(() => {
  guardLeaving(queue.isBusy());
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
watchPicking(queue);
dropUploadButton(document);
