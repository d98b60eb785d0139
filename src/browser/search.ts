import 'htmx.org';
import { byId, componentOf, type RequestContext } from './dom.ts';

// Shows search results without loading a new page, each with its own history entry.

/** Without the fragment, which only opens the menu. */
const currentUrl = (): string => location.pathname + location.search;
let shownUrl = currentUrl();

/** Opens the URL of a response that is not a result list. */
function onBeforeSwap(event: HTMLElementEventMap['htmx:before:swap']): void {
  const { ctx, tasks } = event.detail;
  if (componentOf(tasks, '_results')) return;
  event.preventDefault();
  location.assign(ctx.request.action);
}

function onAfterSwap({ detail: { ctx } }: HTMLElementEventMap['htmx:after:swap']): void {
  const url = new URL((ctx as RequestContext).request.action, location.href);
  const input = byId('_keyword-again') as HTMLInputElement | null;
  if (input) input.value = url.searchParams.get('keyword')?.trim() ?? '';
  if (url.href !== location.href) history.pushState(null, '', url);
  shownUrl = currentUrl();
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
addEventListener('popstate', () => {
  if (currentUrl() !== shownUrl) location.reload();
});
