import htmx from 'htmx.org';
import { byId } from './dom.ts';
import { componentOf, type RequestContext } from './form/htmx-request.ts';

// Shows search results without loading a new page, each with its own history entry.

/** A search that Back and Forward restore. */
type Search = { results: Element; title: string; keyword: string; switchHref: string };

/** Searches by URL. */
const searches = new Map<string, Search>();

/** Returns the URL without the fragment, because a link to the menu shows the same search. */
const currentAddress = (): string => location.pathname + location.search;
let shown = currentAddress();

const results = (): HTMLElement | null => byId('_results');
const keywordInput = (): HTMLInputElement | null => byId('_keyword-again') as HTMLInputElement | null;
const languageSwitch = (): HTMLElement | null => byId('_switch');

function rememberSearch(): void {
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

/** Lets the browser load a response that is not a result list. */
function onBeforeSwap(event: HTMLElementEventMap['htmx:before:swap']): void {
  const { ctx, tasks } = event.detail;
  if (componentOf(tasks, '_results')) {
    rememberSearch();
  } else {
    event.preventDefault();
    location.assign(ctx.request.action);
  }
}

function onAfterSwap({ detail: { ctx } }: HTMLElementEventMap['htmx:after:swap']): void {
  const address = new URL((ctx as RequestContext).request.action, location.href);
  setKeyword(address.searchParams.get('keyword')?.trim() ?? '');
  if (address.href !== location.href) history.pushState(null, '', address);
  shown = currentAddress();
  focusMessage();
}

/** Moves the focus to the number of results, so that screen readers announce it. */
function focusMessage(): void {
  const message = results()?.querySelector<HTMLElement>('.search-message');
  if (!message) return;
  message.tabIndex = -1;
  message.focus({ preventScroll: true });
  message.scrollIntoView({ block: 'nearest' });
}

function onPopState(): void {
  if (currentAddress() === shown) return;
  rememberSearch();
  shown = currentAddress();
  const search = searches.get(shown);
  if (search) show(search);
  // The history entry is older than the last reload.
  else location.reload();
}

function show({ results: stored, title, keyword, switchHref }: Search): void {
  const copy = stored.cloneNode(true) as Element;
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
