import { hasInput } from './dom.ts';

const PAUSE_MS = 10_000;
const KEY = 'reloadedAt';

/** The page is usable without images. */
const assetUrl = (target: EventTarget | null): string => {
  if (target instanceof HTMLScriptElement) return target.src;
  return target instanceof HTMLLinkElement ? target.href : '';
};

const isAsset = (target: EventTarget | null): boolean =>
  assetUrl(target).startsWith(`${location.origin}/assets/`);

// Inlined in pages, so that it runs even if the scripts fail to load. `site.ts` reports failures that have no event.
addEventListener(
  'error',
  ({ target }) => {
    // Does not reload while offline, after a form error (the form would be resent), or when the form has input (it would be lost).
    if (!isAsset(target) || !navigator.onLine || document.getElementById('_problems') || hasInput('#_form'))
      return;
    // Does not reload if storage is unavailable, because reloads could then repeat forever.
    try {
      if (Date.now() - Number(sessionStorage[KEY]) < PAUSE_MS) return;
      sessionStorage[KEY] = Date.now();
      location.reload();
    } catch {}
  },
  true,
);
