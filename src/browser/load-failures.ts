/** Whether a stylesheet failed to load: it has no sheet or, in Chromium, an empty or unreadable sheet. */
function isMissing({ media, sheet }: HTMLLinkElement): boolean {
  if (!matchMedia(media).matches) return false;
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

/** Reports an element that failed to load to the reload guard. */
const report = (element: Element | null | undefined): boolean | undefined =>
  element?.dispatchEvent(new Event('error'));

/** Reports a stylesheet that failed to load before the guard was listening. */
export function reportMissingStyles(): void {
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  report(styles.find(isMissing));
}

/**
 * Imports a script of the site and reports a failure. While the visitor is leaving the page, Firefox rejects imports. The promise
 * then never settles, because a reload would keep the visitor on the page.
 */
export async function importScript<T>(address: string): Promise<T> {
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
  };
  // Removed after the import, because this listener disables Firefox's back-forward cache.
  addEventListener('beforeunload', leave);
  try {
    return await import(address);
  } catch (error) {
    if (isLeaving) return new Promise(() => undefined);
    report(document.querySelector('script[src]'));
    throw error;
  } finally {
    removeEventListener('beforeunload', leave);
  }
}
