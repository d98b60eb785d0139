import { expect, it } from 'vitest';
import { startGallery } from '../gallery/server.ts';
import { specimenHref } from '../gallery/specimen.ts';
import { nextFrame, withPage } from '../support/browser.ts';
import { overflowIn } from '../support/overflow.ts';

const WIDTHS = [320, 360, 390, 820, 1280];

/** Runs in the page. Returns right-to-left blocks whose text, marker or quote bar is not at their right edge. */
function findMisplaced(): string[] {
  const TOLERANCE = 2;
  const prose = document.querySelector('.prose') as HTMLElement;
  const blocks = [...prose.querySelectorAll('h2, p, li, dt, dd, th, td, caption, figcaption, blockquote')];
  const rightOf = (block: Element) => block.getBoundingClientRect().right;
  return blocks.flatMap((block) => {
    const { direction, paddingRight, borderRightWidth, fontSize } = getComputedStyle(block);
    if (direction !== 'rtl' || !block.checkVisibility()) return [];
    const text = document.createRange();
    text.selectNodeContents(block);
    const edge = Math.max(...[...text.getClientRects()].map(({ right }) => right));
    const inside = rightOf(block) - Number.parseFloat(paddingRight) - Number.parseFloat(borderRightWidth);
    const hasRoom = rightOf(prose) - rightOf(block) >= Number.parseFloat(fontSize);
    return [
      ...(inside - edge > TOLERANCE ? ['text is not at the right'] : []),
      ...(block.matches('li') && !hasRoom ? ['marker has no room'] : []),
      ...(block.matches('blockquote') && borderRightWidth === '0px' ? ['no bar at the right'] : []),
    ].map((problem) => `${block.tagName} ${block.textContent?.slice(0, 20)}: ${problem}`);
  });
}

it('shows right-to-left text, lists, quotes and tables from the right at every width', () =>
  withPage({}, async (page) => {
    await using gallery = await startGallery();
    await page.goto(gallery.origin + specimenHref('articles-right-to-left-zh'));
    expect(await page.locator('.prose [dir=rtl]').count()).toBeGreaterThan(10);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await nextFrame(page);
      expect(await page.evaluate(findMisplaced), `${width} px`).toEqual([]);
      // Scrolling boxes begin with the first column.
      const box = page.locator('.table-scroll[dir=rtl]').first();
      const [edge, first] = await box.evaluate((element) =>
        [element, ...element.querySelectorAll('td')]
          .slice(0, 2)
          .map((one) => Math.round(one.getBoundingClientRect().right)),
      );
      expect(first).toBe(edge);
    }
    expect(await overflowIn('body', page, WIDTHS)).toEqual([]);
  }));

it('does not indent left-to-right items and cells with an automatic direction', () =>
  withPage({}, async (page) => {
    await using gallery = await startGallery();
    await page.goto(gallery.origin + specimenHref('articles-right-to-left-zh'));
    const indents = await page.locator('.prose [dir=auto]').evaluateAll((elements) =>
      elements.map((element) => {
        const { marginLeft, paddingLeft } = getComputedStyle(element);
        return `${element.tagName} ${marginLeft} ${paddingLeft}`;
      }),
    );
    expect(indents).toEqual(['LI 0px 0px', 'TD 0px 0px']);
  }));
