/** A browser that knows it knows all that the scripts of form and search, htmx included, need: since 2022. */
const NEWEST_NEEDED = 'findLast';

/** The script that this kind of page has beside the site's own, where the browser runs it whole; else the page does without. */
export function loadEnhancement(): void {
  const address = document.querySelector<HTMLScriptElement>('script[data-then]')?.dataset.then;
  if (address && NEWEST_NEEDED in Array.prototype) void import(address);
}
