const PAUSE_MS = 10_000;
const KEY = 'reloadedAt';

const isAsset = (target: EventTarget | null): boolean => {
  const { src, href } = target as Partial<HTMLScriptElement & HTMLLinkElement>;
  return `${src || href}`.startsWith(`${location.origin}/assets/`);
};

// Inlined in pages, so that it runs if the scripts do not load. `load-failures.ts` reports failures without an event.
addEventListener(
  'error',
  ({ target }) => {
    // Offline, the page is better than none. Reloading a form with errors would send it again.
    if (!isAsset(target) || !navigator.onLine || document.getElementById('_problems')) return;
    // Without storage, it could reload forever.
    try {
      if (Date.now() - Number(sessionStorage[KEY]) < PAUSE_MS) return;
      sessionStorage[KEY] = Date.now();
      location.reload();
    } catch {}
  },
  true,
);
