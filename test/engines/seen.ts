/**
 * What a page looks like, measured in it: a list of faults, each in words.
 */
export function faultsSeen(isPhone: boolean, isMenuOpen: boolean): string[] {
  const faults: string[] = [];
  const wide = document.documentElement.clientWidth;
  const LEAST_MARGIN = isPhone ? 12 : 20;
  const LEAST_LETTERS = 11.5;
  const LONGEST_LINE_EM = 48;

  const all = (selector: string): HTMLElement[] =>
    Array.from(document.querySelectorAll<HTMLElement>(selector));
  const nameOf = (element: Element) => {
    const words = (element.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 30);
    return `${element.tagName.toLowerCase()}${element.className ? `.${String(element.className).split(' ')[0]}` : ''} “${words}”`;
  };
  const say = (element: Element, what: string) => {
    if (faults.length < 12) faults.push(`${nameOf(element)}: ${what}`);
  };
  const longestLine = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return Math.max(0, ...Array.from(range.getClientRects()).map(({ width }) => width));
  };
  const isHiddenFromSight = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 2 || height <= 2;
  };
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 &&
    getComputedStyle(element).visibility === 'visible' &&
    !isHiddenFromSight(element);
  const shown = (selector: string) => all(selector).filter(isShown);
  const WORDS = 'h1, h2, h3, p, li, dt, dd, label, button, th, td, figcaption, a';
  const main = isMenuOpen && isPhone ? '.menu' : 'main';
  const words = shown(
    WORDS.split(', ')
      .map((tag) => `${main} ${tag}`)
      .join(', '),
  ).filter((element) => (element.textContent || '').trim() !== '' && !element.closest('.skip, dialog'));

  if (document.documentElement.scrollWidth > wide + 1)
    faults.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ${wide}`);

  for (const element of words) {
    const { left, right } = element.getBoundingClientRect();
    if (element.closest('.table-scroll')) continue;
    if (left < LEAST_MARGIN || right > wide - LEAST_MARGIN + 1)
      say(element, `no margin: ${Math.round(left)} to ${Math.round(right)} of ${wide}`);
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    if (size < LEAST_LETTERS) say(element, `letters of ${size}px`);
    if (element.tagName === 'P' && longestLine(element) > LONGEST_LINE_EM * size)
      say(element, `lines of ${Math.round(longestLine(element) / size)}em`);
    if (style.overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) say(element, 'cut');
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { top, bottom } = element.getBoundingClientRect();
      if (getComputedStyle(one).opacity !== '1' && bottom > 0 && top < innerHeight) {
        say(element, 'faint or not to be seen');
        break;
      }
    }
  }

  const [heading] = shown('h1');
  if (!heading) faults.push('no heading');
  else {
    const ratio =
      parseFloat(getComputedStyle(heading).fontSize) / parseFloat(getComputedStyle(document.body).fontSize);
    if (ratio < 1.4) say(heading, `only ${ratio.toFixed(2)} times the size of the text`);
  }

  // Links beside each other, or below: neither glued together nor on top of each other.
  const groups = `${isMenuOpen ? '' : '.masthead, '}nav ul, .footer-legal, .breadcrumbs ol, .pagination, .contents ul`;
  for (const group of shown(groups)) {
    const links = Array.from(group.querySelectorAll<HTMLElement>('a, button')).filter(
      (link) =>
        isShown(link) &&
        getComputedStyle(link).position !== 'absolute' &&
        link.closest('.menu-panel') === group.closest('.menu-panel'),
    );
    for (let index = 1; index < links.length; index += 1) {
      const [before, link] = [links[index - 1] as HTMLElement, links[index] as HTMLElement];
      const range = document.createRange();
      const boxOf = (element: Element) => {
        range.selectNodeContents(element);
        return range.getBoundingClientRect();
      };
      const [one, two] = [boxOf(before), boxOf(link)];
      const sameRow = two.top < one.bottom - 2 && one.top < two.bottom - 2;
      if (sameRow && two.left - one.right < 6 && one.left - two.right < 6)
        say(link, `glued to ${nameOf(before)}`);
    }
  }

  // Blocks follow each other.
  const blocks = Array.from(document.querySelectorAll('.masthead, main > *, body > .footer')).filter(
    (block) => isShown(block) && !/absolute|fixed|sticky/.test(getComputedStyle(block).position),
  );
  for (let index = 1; index < blocks.length; index += 1) {
    const [before, block] = [blocks[index - 1] as Element, blocks[index] as Element];
    if (block.getBoundingClientRect().top < before.getBoundingClientRect().bottom - 2)
      say(block, `lies on ${nameOf(before)}`);
  }
  for (const image of shown('img') as HTMLImageElement[]) {
    if (!image.complete || image.naturalWidth === 0) {
      say(image, `no picture: ${image.currentSrc || image.src}`);
      continue;
    }
    const { objectFit } = getComputedStyle(image);
    const shape = image.clientWidth / image.clientHeight / (image.naturalWidth / image.naturalHeight);
    if (objectFit === 'fill' && image.naturalWidth > 2 && Math.abs(shape - 1) > 0.04)
      say(image, `out of shape: ${shape.toFixed(2)} ${image.src}`);
  }

  // What a visitor would click or read is not under something else.
  if (!isMenuOpen) {
    for (const element of shown(
      'main h1, main h2, main h3, main a, main button, main input:not([type=hidden])',
    )) {
      if (element.closest('.skip')) continue;
      element.scrollIntoView({ block: 'center' });
      const box = element.getClientRects()[0] as DOMRect;
      const hit = document.elementFromPoint(box.left + Math.min(box.width / 2, 40), box.top + box.height / 2);
      const label = element.closest('label, .field, .drop, li');
      if (hit && !element.contains(hit) && !hit.contains(element) && !label?.contains(hit))
        say(element, `under ${nameOf(hit)}`);
    }
    scrollTo(0, 0);
    if (isPhone && heading && heading.getBoundingClientRect().top > 420)
      say(heading, `${Math.round(heading.getBoundingClientRect().top)} px down`);
    for (const link of shown('.menu a, .menu input'))
      if (isPhone) say(link, 'of the menu that nobody opened');
  }
  return faults;
}

/** Loads what would wait to be scrolled to; true when all of it has come or failed. */
export function loadsPictures(): boolean {
  const images = Array.from(document.images);
  for (const image of images) if (image.loading === 'lazy') image.loading = 'eager';
  return images.every((image) => image.complete);
}
