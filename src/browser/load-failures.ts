/** Messages of Chromium, Firefox and WebKit for an `import()` that did not load. */
const FAILED_IMPORT = /dynamically imported module|importing a module script failed/iu;

/** A style that did not load has no sheet or, in Chromium, an empty or unreadable one. */
function isMissing({ media, sheet }: HTMLLinkElement): boolean {
  if (!matchMedia(media).matches) return false;
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

/** Notifies the reload guard. */
const report = (element: Element | null | undefined): boolean | undefined =>
  element?.dispatchEvent(new Event('error'));

/** Reports failed imports, and styles that failed before the guard listened. */
export function reportLoadFailures(): void {
  addEventListener('unhandledrejection', ({ reason }) => {
    if (FAILED_IMPORT.test(`${reason?.message}`)) report(document.querySelector('script[src]'));
  });
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  report(styles.find(isMissing));
}
