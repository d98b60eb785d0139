import {
  applicationForm,
  bodyOf,
  checkedFieldName,
  componentOf,
  hasInput,
  type RequestContext,
  type Task,
} from '../dom.ts';
import { storeTextFields } from './draft.ts';

/** Maximum duration of a press, whose release event can be missing. */
const MAX_PRESS_MS = 1000;

let released = Promise.resolve();

/** An error that appears while a button is pressed would move the button away. */
function watchPointer(): void {
  const press = () => {
    released = new Promise((resolve) => {
      // Resolves after the click, which follows the release.
      const release = () => setTimeout(resolve);
      for (const type of ['pointerup', 'pointercancel'])
        document.addEventListener(type, release, { capture: true, once: true });
      setTimeout(resolve, MAX_PRESS_MS);
    });
  };
  document.addEventListener('pointerdown', press, true);
}

function narrowCheck(ctx: RequestContext, field: string): void {
  const body = new FormData();
  for (const name of ['token', 'submitKey', field]) body.append(name, `${bodyOf(ctx).get(name) ?? ''}`);
  ctx.request.body = body;
  ctx.fetch = async (...request) => {
    const response = await fetch(...request);
    await released;
    return response;
  };
}

/** A swap of a field that changed since the request would restore the older text. */
function isCurrentCheck(ctx: RequestContext, tasks: readonly Task[], field: string): boolean {
  const control = applicationForm()?.elements.namedItem(field) as HTMLInputElement | null;
  return control?.value === bodyOf(ctx).get(field) && componentOf(tasks, `${field}-field`) !== undefined;
}

/** Handles the checks that htmx sends when a field loses the focus. Ignores failed checks. */
export function watchFieldChecks(): void {
  watchPointer();
  // htmx only sends fields that change after this script has loaded.
  if (hasInput('.field[hx-post]')) storeTextFields().catch(() => undefined);
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const field = checkedFieldName(ctx);
    if (field) narrowCheck(ctx, field);
  });
  document.addEventListener('htmx:before:swap', (event) => {
    const { ctx, tasks } = event.detail;
    const field = checkedFieldName(ctx);
    if (field && !isCurrentCheck(ctx, tasks, field)) event.preventDefault();
  });
}
