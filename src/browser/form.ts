import 'htmx.org';
import { hideUploadButton, prepareAnswer, prepareRequest } from './answer.ts';
import { makeDialogModal } from './closed-dialog.ts';
import { isCurrentCheck, narrowCheck } from './field-check.ts';
import { clearNotSent, placeStatus, showNotSent, showStatus } from './form-status.ts';
import { guardLeaving } from './leaving.ts';
import { watchPicking } from './picking.ts';
import { watchPointer } from './pointer.ts';
import { checkedField, componentOf, isSubmit, type RequestContext, submitterOf } from './requests.ts';
import { holdSubmits } from './submit.ts';
import { formTexts } from './texts.ts';
import { startUploads } from './upload.ts';

const { queue, focusRow } = startUploads(() => {
  guardLeaving(queue.isBusy());
  submits.release();
});
const requests = watchFormRequests(queue);
