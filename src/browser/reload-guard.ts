const PAUSE_MS = 10_000;
const KEY = 'reloadedAt';

const isAsset = (target: EventTarget | null): boolean => {
  const { src, href } = target as Partial<HTMLScriptElement & HTMLLinkElement>;
  return `${src || href}`.startsWith(`${location.origin}/assets/`);
};

// Stands inside pages, so that it runs if the site's scripts do not load: `load-failures.ts` reports what it cannot see.
addEventListener(
  'error',
  ({ target }) => {
    // Without a network the current page is better than none; a form with problems would be sent again.
    if (!isAsset(target) || !navigator.onLine || document.getElementById('_problems')) return;
    // A browser that cannot remember the reload is not reloaded.
    try {
      if (Date.now() - Number(sessionStorage[KEY]) < PAUSE_MS) return;
      sessionStorage[KEY] = Date.now();
      location.reload();
    } catch {}
  },
  true,
);
