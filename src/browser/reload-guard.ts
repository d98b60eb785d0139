import { hasInput } from './dom.ts';

const PAUSE_MS = 10_000;
const KEY = 'reloadedAt';

/** Address of a script or style: without a picture, the page is complete enough. */
const addressOf = (target: EventTarget | null): string => {
  if (target instanceof HTMLScriptElement) return target.src;
  return target instanceof HTMLLinkElement ? target.href : '';
};

const isAsset = (target: EventTarget | null): boolean =>
  addressOf(target).startsWith(`${location.origin}/assets/`);

// Inlined in pages, so that it runs if the scripts do not load. `load-failures.ts` reports failures without an event.
addEventListener(
  'error',
  ({ target }) => {
    // Offline, the page is better than none. Reloading a form with errors would send it again, and one with input would lose it.
    if (!isAsset(target) || !navigator.onLine || document.getElementById('_problems') || hasInput('#_form'))
      return;
    // Without storage, it could reload forever.
    try {
      if (Date.now() - Number(sessionStorage[KEY]) < PAUSE_MS) return;
      sessionStorage[KEY] = Date.now();
      location.reload();
    } catch {}
  },
  true,
);
