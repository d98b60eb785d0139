import htmx from 'htmx.org';
import { byId } from './dom.ts';
import { componentOf, type RequestContext } from './form/form-request.ts';

// Searches and their pages are shown in place, each with an address of its own.

/** A search as it is shown; Back and Forward put it in place again. */
type Search = { results: Element; title: string; keyword: string; switchHref: string };

const searches = new Map<number, Search>();

/** The entry of the browser's history that is shown, and the last that was made. */
const entryOf = (state: unknown): number => (state as { search?: number } | null)?.search ?? 0;
let shown = entryOf(history.state);
let last = shown;

const results = (): HTMLElement | null => byId('_results');
const keywordInput = (): HTMLInputElement | null => byId('_keyword-again') as HTMLInputElement | null;
const languageSwitch = (): HTMLElement | null => byId('_switch');

function keep(): void {
  const copy = results()?.cloneNode(true);
  if (!copy) return;
  searches.set(shown, {
    results: copy as Element,
    title: document.title,
    keyword: keywordInput()?.defaultValue ?? '',
    switchHref: languageSwitch()?.getAttribute('href') ?? '',
  });
}

function setKeyword(keyword: string): void {
  const input = keywordInput();
  if (!input) return;
  input.defaultValue = keyword;
  input.value = keyword;
}

/** Whatever is no answer to a search is shown by the browser itself. */
function onBeforeSwap(event: HTMLElementEventMap['htmx:before:swap']): void {
  const { ctx, tasks } = event.detail;
  if (componentOf(tasks, '_results')) {
    keep();
  } else {
    event.preventDefault();
    location.assign(ctx.request.action);
  }
}

function onAfterSwap({ detail: { ctx } }: HTMLElementEventMap['htmx:after:swap']): void {
  const address = new URL((ctx as RequestContext).request.action, location.href);
  setKeyword(address.searchParams.get('keyword')?.trim() ?? '');
  if (address.href !== location.href) {
    last += 1;
    shown = last;
    history.pushState({ search: shown }, '', address);
  }
  focusMessage();
}

/** Moves the focus to the count, which is read out; the results follow it. */
function focusMessage(): void {
  const message = results()?.querySelector<HTMLElement>('.search-message');
  if (!message) return;
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
  message.scrollIntoView({ block: 'nearest' });
}

function onPopState({ state }: PopStateEvent): void {
  const entry = entryOf(state);
  if (entry === shown) return;
  keep();
  const search = searches.get(entry);
  shown = entry;
  if (search) show(search);
  // An entry of before a reload is loaded from the server.
  else location.reload();
}

function show({ results: kept, title, keyword, switchHref }: Search): void {
  const copy = kept.cloneNode(true) as Element;
  results()?.replaceWith(copy);
  htmx.process(copy);
  document.title = title;
  setKeyword(keyword);
  languageSwitch()?.setAttribute('href', switchHref);
}

document.addEventListener('htmx:before:swap', onBeforeSwap);
document.addEventListener('htmx:after:swap', onAfterSwap);
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  if (ctx) location.assign(ctx.request.action);
});
addEventListener('popstate', onPopState);
