import { expect, it } from 'vitest';
import { viewports, withPage } from '../support/browser.ts';

it('makes tables of an article tab stops only while they scroll', () =>
  withPage({ viewport: viewports.phone }, async (page, { demo }) => {
    await page.goto(`${demo}/news/group-news/1003`);
    const box = page.getByRole('group', { name: '表格，可左右滚动' });
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await page.setViewportSize(viewports.desk);
    await expect.poll(() => page.locator('.table-scroll[tabindex], .table-scroll[role]').count()).toBe(0);
    await page.setViewportSize(viewports.phone);
    await expect.poll(() => box.count()).toBe(1);
  }));
