import { applicationForm, byId, submitButton } from '../dom.ts';
import { formTexts } from '../texts.ts';
import { checkedField, componentOf, isSubmit, type RequestContext, submitterOf } from './form-request.ts';
import { prepareAnswer, prepareRequest, type Sent } from './form-response.ts';
import { clearNotSent, showNotSent, showStatus } from './form-status.ts';
import { focusRow, queue } from './upload.ts';
import type { Upload } from './upload-queue.ts';

/** The request of the form that is under way. */
let current: RequestContext | undefined;
/** The uploads that were refused before an application was held back; undefined while none is. */
let refusedBefore: Upload[] | undefined;

const isOfForm = (ctx: RequestContext | undefined): ctx is RequestContext =>
  ctx?.request.form?.id === '_form' && checkedField(ctx) === undefined;

const mustWait = (): boolean => queue.isBusy() || current !== undefined;

/** Follows the requests of the form itself, of which htmx lets one at a time go out. */
export function watchFormRequests(): void {
  let sent: Sent;
  let finishSwap: (() => void) | undefined;

  document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
    if (!isOfForm(ctx)) return;
    current = ctx;
    queue.pause();
    clearNotSent();
    const isApplication = isSubmit(submitterOf(ctx));
    if (isApplication) showStatus(formTexts().sending);
    sent = prepareRequest(ctx, isApplication ? queue.inState('failed') : []);
  });

  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    if (isOfForm(ctx) && (ctx as RequestContext).hx?.redirect) leave();
  });

  document.addEventListener('htmx:before:swap', (event) => {
    const { ctx, tasks } = event.detail;
    if (!isOfForm(ctx)) return;
    const component = componentOf(tasks, '_application');
    if (component) {
      finishSwap = prepareAnswer(ctx, component, sent);
      return;
    }
    event.preventDefault();
    showNotSent(submitterOf(ctx));
  });

  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    if (!isOfForm(ctx)) return;
    finishSwap?.();
    // What the first answer of the form says has to be read first.
    if (byId('_problems')) letGo();
  });

  document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
    if (isOfForm(ctx)) showNotSent(submitterOf(ctx));
  });

  document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
    // htmx takes the next one after this event.
    if (isOfForm(ctx) && !(ctx as RequestContext).hx?.redirect) setTimeout(end, 0, ctx);
  });
}

/** After an application is sent, no file goes up, leaving the page asks nothing, and Back reloads it. */
function leave(): void {
  queue.stop();
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

function end(ctx: RequestContext): void {
  current = undefined;
  if (isSubmit(submitterOf(ctx))) showStatus();
  queue.resume();
  release();
}

/** Holds an application back until its uploads and the form's other requests are done. */
export function holdSubmits(): void {
  // Before htmx, which listens at the form itself.
  document.addEventListener(
    'submit',
    (event) => {
      if (event.target !== applicationForm() || !isSubmit(event.submitter) || !mustWait()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (current && isSubmit(submitterOf(current))) return;
      refusedBefore ??= queue.inState('refused');
      showStatus(queue.isBusy() ? formTexts().uploadsPending : formTexts().sending);
    },
    true,
  );
}

/** Sends what was held back, unless a file was refused meanwhile: the visitor has to know first. */
export function release(): void {
  if (!refusedBefore || mustWait()) return;
  const before = refusedBefore;
  const refused = queue.inState('refused').find((upload) => !before.includes(upload));
  letGo();
  if (refused) focusRow(refused);
  else submitButton()?.click();
}

function letGo(): void {
  refusedBefore = undefined;
  showStatus();
}
