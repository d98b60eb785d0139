import { ARTICLE, keywords, LIST, SECTIONS } from '../support/page-kinds.ts';
import { apply, FORM, openForm, submitInvalid } from './applying.ts';
import { openPath, type Visitor } from './visitor.ts';

/** A kind of page, and a function that opens it. */
export type Look = { name: string; go: (visitor: Visitor, file: string) => Promise<unknown> };

async function openMenu(visitor: Visitor): Promise<void> {
  await openPath(visitor, '/');
  const { page, device } = visitor;
  if (device === 'phone') await page.click('.menu-button');
  else await page.moveTo('.menu-items > ul > li:nth-child(2) > a');
  const shown = (selector: string) => {
    const element = document.querySelector(selector);
    if (!element) return false;
    const { visibility, opacity } = getComputedStyle(element);
    return element.getClientRects().length > 0 && visibility === 'visible' && opacity === '1';
  };
  await page.until(
    shown,
    device === 'phone' ? '.menu-items' : '.menu-items > ul > li:nth-child(2) .menu-panel',
  );
}

export const looks: Look[] = [
  { name: 'home', go: (visitor) => openPath(visitor, '/') },
  { name: 'article', go: (visitor) => openPath(visitor, ARTICLE) },
  { name: 'list', go: (visitor) => openPath(visitor, LIST) },
  { name: 'section page', go: (visitor) => openPath(visitor, SECTIONS) },
  {
    name: 'search',
    go: (visitor) =>
      openPath(visitor, `/search?keyword=${encodeURIComponent(keywords[visitor.language].found)}`),
  },
  { name: 'form', go: (visitor) => openPath(visitor, FORM) },
  {
    name: 'form errors',
    async go(visitor) {
      await openForm(visitor);
      await submitInvalid(visitor);
    },
  },
  { name: 'receipt', go: apply },
  { name: '404', go: (visitor) => openPath(visitor, '/no/such/page') },
  { name: 'menu open', go: openMenu },
];
