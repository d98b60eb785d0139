import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD_EMAIL, diskForFile, good } from '../browser/form/applicants.ts';
import { keywords, LIST, localizePath } from '../support/page-kinds.ts';
import { engines, hasFullDesign } from './engines.ts';
import { apply, openForm, submitInvalid } from './looks.ts';
import { type ObservedSite, startObservedSite } from './observed-site.ts';
import { engineForBlock, openPath, type Visitor } from './visitor.ts';

const onDisk = diskForFile();
let file = '';
let site: ObservedSite;
beforeAll(async () => {
  site = await startObservedSite();
  [file = ''] = await onDisk(good.slice(0, 1));
});
afterAll(() => site.stop());

/** Covers each device and each language once, which halves the time of all pairs. */
const visits = [
  { device: 'phone', language: 'zh' },
  { device: 'desk', language: 'en' },
] as const;
const heading = () => (document.querySelector('h1') as HTMLElement).innerText.trim();

describe.each(engines)('$name', (engine) => {
  describe.each(visits)('on a $device in $language', ({ device, language }) => {
    const opened = engineForBlock(engine, device);

    describe.each([true, false])('with scripts: %s', (hasScripts) => {
      const visitor = (): Visitor => {
        site.errors();
        return { page: opened(), site, language, device, hasScripts };
      };
      const open = async (path: string): Promise<Visitor> => {
        const opening = visitor();
        await openPath(opening, path);
        return opening;
      };
      const expectNoErrors = () => expect(hasScripts ? site.errors() : []).toEqual([]);

      it('opens a list from the menu and an article from the list', async () => {
        const { page } = await open('/');
        const wanted = localizePath(language, LIST);
        if (device === 'phone') await page.click('.menu-button');
        else await page.moveTo(`.menu-items a[href="${localizePath(language, '/news')}"]`);
        await page.until(
          (link: string) =>
            getComputedStyle(document.querySelector(link) as Element).visibility === 'visible',
          `.menu-items a[href="${wanted}"]`,
        );
        await page.navigating(() => page.click(`.menu-items a[href="${wanted}"]`));
        expect(await page.evaluate(() => location.pathname)).toBe(wanted);
        await page.navigating(() => page.click('main .card-link'));
        expect(await page.evaluate(heading)).not.toBe('');
        expect(await page.evaluate(() => location.pathname)).toMatch(/\/\d+$/u);
        expectNoErrors();
      });

      it('shows search results', async () => {
        const { page } = await open('/search');
        await page.type('main input[name=keyword]', keywords[language].title);
        await page.click('main .search-form button');
        await page.until(() => document.querySelector('main .card-link') !== null);
        expect(await page.evaluate(() => decodeURIComponent(location.search))).toContain(
          keywords[language].title,
        );
        expectNoErrors();
      });

      it('shows form errors and keeps the typed text', async () => {
        const applicant = visitor();
        const { page } = applicant;
        await openForm(applicant);
        await page.type('#contactEmail', BAD_EMAIL);
        await page.type('#companyName', 'Acme & Co');
        await submitInvalid(applicant);
        await page.until(() => document.querySelector('#contactEmail-problem') !== null);
        const kept = () =>
          ['#contactEmail', '#companyName'].map(
            (field) => (document.querySelector(field) as HTMLInputElement).value,
          );
        expect(await page.evaluate(kept)).toEqual([BAD_EMAIL, 'Acme & Co']);
        // The oldest engines do not focus the summary.
        if (hasFullDesign(engine)) await page.until(() => document.activeElement?.id === '_problems');
        expectNoErrors();
      });

      it('sends an application with a file', async () => {
        const applicant = visitor();
        expect(await apply(applicant, file)).toMatch(/^[A-Z0-9-]{6,}$/u);
        expect(await applicant.page.evaluate(() => document.body.innerText)).toContain(good[0]?.name);
        expectNoErrors();
      });
    });
  });
});
