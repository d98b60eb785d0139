import { byId, make } from './dom.ts';

const ID = '_notices';
/** A live region speaks of what comes into it once it has been there for a while, in milliseconds. */
const SETTLE_MS = 100;

function createBox(): HTMLElement {
  const box = make('div', { id: ID, className: 'notices' });
  box.setAttribute('role', 'status');
  document.body.append(box);
  return box;
}

/** Loads the page anew at a click, also where its address names a place on it. */
function refreshLink(text: string): HTMLAnchorElement {
  const link = make('a', { href: location.pathname + location.search }, text);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    location.reload();
  });
  return link;
}

/** Says at the edge of the page, and to screen readers, that there is something newer to load. */
export function notify(kind: 'build' | 'payload'): void {
  const texts = BUILT.notices[document.documentElement.lang];
  if (!texts) return;
  const box = byId(ID) ?? createBox();
  const dismiss = make('button', { type: 'button' }, texts.dismiss);
  const notice = make('p', {}, `${texts[kind]} `, refreshLink(texts.refresh), ' ', dismiss);
  dismiss.addEventListener('click', () => notice.remove());
  setTimeout(() => box.append(notice), SETTLE_MS);
}
