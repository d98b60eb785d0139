import { prepareAnswer, prepareRequest, type Sent } from './answer.ts';
import { clearNotSent, showNotSent, showStatus } from './form-status.ts';
import { checkedField, componentOf, isSubmit, type RequestContext, submitterOf } from './requests.ts';
import { formTexts } from './texts.ts';
import type { UploadQueue } from './upload-queue.ts';

type Options = {
  queue: UploadQueue;
  onSwapped: () => void;
  /** The form may be sent again. */
  onEnd: () => void;
};

const isOfForm = (ctx: RequestContext | undefined): ctx is RequestContext =>
  ctx?.request.form?.id === '_form' && checkedField(ctx) === undefined;

/** Follows the requests of the form itself, of which htmx lets one at a time go out. */
export function watchFormRequests({ queue, onSwapped, onEnd }: Options) {
  let current: RequestContext | undefined;
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
    if (component) finishSwap = prepareAnswer(ctx, component, sent, queue);
    else refuse(event, ctx);
  });

  document.addEventListener('htmx:after:swap', ({ detail: { ctx } }) => {
    if (!isOfForm(ctx)) return;
    finishSwap?.();
    onSwapped();
  });

  document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
    if (isOfForm(ctx)) showNotSent(submitterOf(ctx));
  });

  document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
    // htmx takes the next one after this event.
    if (isOfForm(ctx) && !(ctx as RequestContext).hx?.redirect) setTimeout(end, 0, ctx);
  });

  function refuse(event: Event, ctx: RequestContext): void {
    event.preventDefault();
    showNotSent(submitterOf(ctx));
  }

  /** After an application is sent nothing more goes up, the page is left without a question, and Back loads it anew. */
  function leave(): void {
    queue.stop();
    window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  }

  function end(ctx: RequestContext): void {
    current = undefined;
    if (isSubmit(submitterOf(ctx))) showStatus();
    queue.resume();
    onEnd();
  }

  return { current: () => current };
}
