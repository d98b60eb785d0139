import { decodePart } from '../content/urls.ts';

/** Completes a page that is scrolled fast, captured or printed. Loads one image at a time, so that images in view come first. */
async function loadLazyImages(): Promise<void> {
  for (const image of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) {
    // Images without a box are for the print style.
    if (image.complete || image.getClientRects().length === 0) continue;
    image.fetchPriority = 'low';
    image.loading = 'eager';
    await new Promise((resolve) => {
      image.onload = image.onerror = resolve;
    });
  }
}

/** Opens the full image of a text, because pages show it in a lower quality. */
function linkImages(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>('.prose img[srcset]:not(.inline)')) {
    if (image.closest('a')) continue;
    const link = document.createElement('a');
    link.href = new URL(image.src).pathname.replace(/^\/media(\/[^/]+)\/\d+/u, '/files$1');
    // Names the link of an image without `alt`.
    link.title = decodePart(link.href.split('/').pop() ?? '');
    // The style hides a line break after an image.
    if (image.nextElementSibling?.matches('br')) image.nextElementSibling.remove();
    image.replaceWith(link);
    link.append(image);
  }
}

// Safari has no `requestIdleCallback`.
const loadWhenIdle = () => void (window.requestIdleCallback ?? setTimeout)(loadLazyImages);

function loadWhenVisible(): void {
  if (document.hidden) document.addEventListener('visibilitychange', loadWhenIdle, { once: true });
  else loadWhenIdle();
}

const { connection = {} } = navigator;
const isSlow = /[23]g/u.test(connection.effectiveType ?? '');
if (connection.saveData) linkImages();
else if (!isSlow && !matchMedia('(prefers-reduced-data: reduce)').matches) loadWhenVisible();
