import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/i18n/languages.ts';
import { viewports } from '../../support/browser.ts';
import { itEach } from '../../support/matrix.ts';
import { overflowingIn } from '../../support/overflow.ts';
import { bad, diskForFile } from './applicants.ts';
import { formBrowserForFile, type Visitor } from './form-browser.ts';
import { formPath } from './form-site.ts';
import { longStates } from './long-states.ts';
import { submit, submitInVain } from './use-form.ts';

const WIDTHS_OF_LARGE_LETTERS = [1440, 820, 360, 320];
const MOST_SHIFT = 0.02;

const { withForm, withVisitor } = formBrowserForFile();
const onDisk = diskForFile();

describe.each(languages)('nothing overflows at any width (%s)', (language) => {
  const states = Object.entries(longStates).map(([name, state]) => ({ name, ...state }));
  itEach(states, ({ name }) => language === 'en' && ['errors', 'sent'].includes(name))(
    'with long texts: $name',
    ({ hasScript, reach }) =>
      withForm({ language, hasScript }, async (visitor) => {
        await reach(visitor);
        expect(await overflowingIn('main', visitor.page)).toEqual([]);
      }),
  );

  it('with text of twice the size', () =>
    withForm({ language, bypassCSP: true }, async (visitor) => {
      const { page } = visitor;
      await submitInVain(visitor);
      const size = () =>
        page.locator('#companyName-problem').evaluate((one) => getComputedStyle(one).fontSize);
      const before = Number.parseFloat(await size());
      await page.addStyleTag({ content: 'html { font-size: 200% }' });
      expect(Number.parseFloat(await size())).toBeCloseTo(2 * before);
      expect(await overflowingIn('main', page, WIDTHS_OF_LARGE_LETTERS)).toEqual([]);
    }));
});

describe('a refused file', () => {
  const barsAtFiles = ({ page }: Visitor): Promise<number> =>
    page
      .locator('#declareFile-field, #declareFile-field *')
      .evaluateAll(
        (elements) =>
          elements.filter((one) => Number.parseFloat(getComputedStyle(one).borderLeftWidth) >= 5).length,
      );

  it('is marked by one border, its own or that of its field', () =>
    withForm({ language: 'en' }, async (visitor) => {
      const { page } = visitor;
      await page.setInputFiles('#declareFile', await onDisk(bad.slice(1, 2)));
      await page.locator('[data-state=refused]').waitFor();
      expect(await barsAtFiles(visitor)).toBe(1);
      await submitInVain(visitor);
      expect(await page.locator('#declareFile-field.field-wrong [data-state=refused]').count()).toBe(1);
      expect(await barsAtFiles(visitor)).toBe(1);
    }));
});

/** Recorded from the start of the page. */
const observe = (): void => {
  const seen = { shift: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
};

describe.each(languages)('the page has no layout shift while it loads (%s)', (language) => {
  itEach(
    [
      { name: 'from its top', fragment: '' },
      { name: 'at the files', fragment: '#declareFile' },
      { name: 'at the code', fragment: '#captcha' },
    ],
    ({ fragment }) => language === 'en' && fragment === '#captcha',
  )('$name', ({ fragment }) =>
    withVisitor({ language, reducedMotion: 'no-preference' }, async (visitor) => {
      const { page } = visitor;
      await page.addInitScript(observe);
      for (const viewport of [viewports.phone, viewports.desk]) {
        await page.setViewportSize(viewport);
        await page.goto('about:blank');
        await page.goto(`${formPath(language)}${fragment}`, { waitUntil: 'networkidle' });
        const shift = await page.evaluate(
          () => (globalThis as unknown as { seen: { shift: number } }).seen.shift,
        );
        expect(shift, `${viewport.width} px`).toBeLessThanOrEqual(MOST_SHIFT);
      }
    }),
  );
});

describe('with reduced motion', () => {
  const turning = (page: Page): Promise<string> =>
    page.locator('#_submit').evaluate((button) => getComputedStyle(button, '::after').animationName);

  it.each([
    ['reduce', 'none'],
    ['no-preference', 'turn'],
  ] as const)('(%s) sees the button turn: %s', (reducedMotion, name) =>
    withForm({ language: 'en', reducedMotion }, async (visitor) => {
      await visitor.page.route(`**${formPath('en')}`, () => {});
      await submit(visitor);
      await expect.poll(() => turning(visitor.page)).toBe(name);
    }),
  );
});

describe('with forced colours', () => {
  const EDGED = [
    '.problem-summary',
    '.field-wrong',
    '.drop',
    '#companyName',
    '#_submit',
    '#_new-code',
    '#_upload',
  ];

  /** Elements without a visible edge. */
  const edgeless = (page: Page): Promise<string[]> =>
    page.evaluate((selectors) => {
      const paper = getComputedStyle(document.body).backgroundColor;
      return selectors.filter((selector) => {
        const element = document.querySelector(selector);
        if (!element) return true;
        const { borderLeftStyle, borderLeftWidth, borderLeftColor } = getComputedStyle(element);
        return (
          borderLeftStyle === 'none' || Number.parseFloat(borderLeftWidth) < 1 || borderLeftColor === paper
        );
      });
    }, EDGED);

  const coloursOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { color, outlineColor, outlineStyle } = getComputedStyle(element);
      return { color, outlineColor, outlineStyle, paper: getComputedStyle(document.body).backgroundColor };
    });

  it.each(['light', 'dark'] as const)('borders and focus are visible (%s)', (colorScheme) =>
    withForm({ language: 'en', hasScript: false, forcedColors: 'active', colorScheme }, async (visitor) => {
      const { page } = visitor;
      await submitInVain(visitor);
      expect(await edgeless(page)).toEqual([]);
      await page.focus('#declareFile');
      const { color, outlineColor, outlineStyle, paper } = await coloursOf(page, '#declareFile');
      expect(color).toBe('rgba(0, 0, 0, 0)');
      expect(outlineStyle).toBe('solid');
      expect(outlineColor).not.toBe(paper);
    }),
  );
});
