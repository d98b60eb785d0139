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

/** Reports styles that failed before the guard listened. */
export function reportMissingStyles(): void {
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  report(styles.find(isMissing));
}

/**
 * Imports a script of the site, and reports its failure. Never settles if the page is being left: Firefox then rejects its imports, and
 * reloading would keep the visitor there.
 */
export async function importScript<T>(address: string): Promise<T> {
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
  };
  // Removed after the import, because Firefox keeps no page with such a listener for its Back button.
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
