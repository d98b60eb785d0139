import { applicationForm } from '../dom.ts';
import { bodyOf, checkedField, componentOf, type RequestContext, type Task } from './form-request.ts';

/** The longest wait, in milliseconds: a release can go unnoticed. */
const PATIENCE_MS = 1000;

/** Resolves when no button is pressed. */
let released = Promise.resolve();

/** Follows whether a button is being pressed: a problem that appears above it would move it away under the pointer. */
function watchPointer(): void {
  const press = () => {
    released = new Promise((resolve) => {
      // The click comes right after the release.
      const release = () => setTimeout(resolve);
      for (const type of ['pointerup', 'pointercancel'])
        document.addEventListener(type, release, { capture: true, once: true });
      setTimeout(resolve, PATIENCE_MS);
    });
  };
  document.addEventListener('pointerdown', press, true);
}

const SENT_ALONG = ['token', 'submitKey'];

/** Sends the field alone: no other value, and never a file. */
function narrowCheck(ctx: RequestContext, field: string): void {
  const body = new FormData();
  for (const name of [...SENT_ALONG, field]) body.append(name, `${bodyOf(ctx).get(name) ?? ''}`);
  ctx.request.body = body;
  ctx.fetch = async (...request) => {
    const answer = await fetch(...request);
    await released;
    return answer;
  };
}

/** Whether an answer is about what the field holds still. A swap would put the older text back. */
function isCurrentCheck(ctx: RequestContext, tasks: readonly Task[], field: string): boolean {
  const control = applicationForm()?.elements.namedItem(field) as HTMLInputElement | null;
  return control?.value === bodyOf(ctx).get(field) && componentOf(tasks, `${field}-field`) !== undefined;
}

/** Checks of single fields, which htmx sends when one is left: they say nothing when they fail. */
export function watchFieldChecks(): void {
  watchPointer();
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const field = checkedField(ctx);
    if (field) narrowCheck(ctx, field);
  });
  document.addEventListener('htmx:before:swap', (event) => {
    const { ctx, tasks } = event.detail;
    const field = checkedField(ctx);
    if (field && !isCurrentCheck(ctx, tasks, field)) event.preventDefault();
  });
}
