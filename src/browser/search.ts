import 'htmx.org';
import { byId } from './dom.ts';
import { componentOf, type RequestContext } from './form/htmx-request.ts';

// Shows search results without loading a new page, each with its own history entry.

/** Returns the URL without the fragment, because the fragment that opens the menu does not change the search. */
const currentAddress = (): string => location.pathname + location.search;
let shown = currentAddress();

/** If a response is not a result list, makes the browser open its URL. */
function onBeforeSwap(event: HTMLElementEventMap['htmx:before:swap']): void {
  const { ctx, tasks } = event.detail;
  if (componentOf(tasks, '_results')) return;
  event.preventDefault();
  location.assign(ctx.request.action);
}

function onAfterSwap({ detail: { ctx } }: HTMLElementEventMap['htmx:after:swap']): void {
  const address = new URL((ctx as RequestContext).request.action, location.href);
  const input = byId('_keyword-again') as HTMLInputElement | null;
  if (input) input.value = address.searchParams.get('keyword')?.trim() ?? '';
  if (address.href !== location.href) history.pushState(null, '', address);
  shown = currentAddress();
  focusMessage();
}

/** Moves the focus to the number of results, so that screen readers announce it. */
function focusMessage(): void {
  const message = byId('_results')?.querySelector<HTMLElement>('.search-message');
  if (!message) return;
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
  message.scrollIntoView({ block: 'nearest' });
}

document.addEventListener('htmx:before:swap', onBeforeSwap);
document.addEventListener('htmx:after:swap', onAfterSwap);
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  if (ctx) location.assign(ctx.request.action);
});
// After Back or Forward, loads the search of the URL.
addEventListener('popstate', () => {
  if (currentAddress() !== shown) location.reload();
});
