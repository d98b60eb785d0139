import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Language, languageFacts, languages } from '../../src/i18n/languages.ts';
import { BAD_EMAIL, diskForFile, good } from '../browser/form/applicants.ts';
import { inLanguage, keywords, LIST } from '../support/page-kinds.ts';
import { apply, openForm, submitInVain } from './applying.ts';
import { engineForBlock } from './engine-for-block.ts';
import { engines, isAsDesigned } from './engines.ts';
import { openPath, type Visitor } from './visitor.ts';
import { startWatchedSite, type WatchedSite } from './watched-site.ts';

const onDisk = diskForFile();
let file = '';
let site: WatchedSite;
beforeAll(async () => {
  site = await startWatchedSite();
  [file = ''] = await onDisk(good.slice(0, 1));
});
afterAll(() => site.stop());

/** A phone reads Chinese, a desktop English: each device and each language, with half the time. */
const visits = [
  { device: 'phone', language: 'zh' },
  { device: 'desk', language: 'en' },
] as const;
const otherOf = (language: Language): Language => languages.find((one) => one !== language) ?? language;

/** Whether the second item's panel is seen or not. */
function isPanel(visibility: 'visible' | 'hidden'): boolean {
  const panel = document.querySelector('.menu-items > ul > li:nth-child(2) .menu-panel');
  return panel !== null && getComputedStyle(panel).visibility === visibility;
}

const heading = () => (document.querySelector('h1') as HTMLElement).innerText.trim();

describe.each(engines)('$name', (engine) => {
  describe.each(visits)('on a $device in $language', ({ device, language }) => {
    const opened = engineForBlock(engine, device);

    describe.each([true, false])('with scripts: %s', (hasScripts) => {
      const visitor = (): Visitor => {
        site.faults();
        return { page: opened(), site, language, device, hasScripts };
      };
      const come = async (path: string): Promise<Visitor> => {
        const comer = visitor();
        await openPath(comer, path);
        return comer;
      };
      const expectNoFaults = () => expect(hasScripts ? site.faults() : []).toEqual([]);

      it('reads: from home by the menu to a page, and to an article', async () => {
        const { page } = await come('/');
        const wanted = inLanguage(language, LIST);
        if (device === 'phone') await page.click('.menu-button');
        else await page.moveTo(`.menu-items a[href="${inLanguage(language, '/news')}"]`);
        await page.until(
          (link: string) =>
            getComputedStyle(document.querySelector(link) as Element).visibility === 'visible',
          `.menu-items a[href="${wanted}"]`,
        );
        await page.leaving(() => page.click(`.menu-items a[href="${wanted}"]`));
        expect(await page.ask(() => location.pathname)).toBe(wanted);
        await page.leaving(() => page.click('main .card-link'));
        expect(await page.ask(heading)).not.toBe('');
        expect(await page.ask(() => location.pathname)).toMatch(/\/\d+$/u);
        expectNoFaults();
      });

      it('opens the menu and closes it again without leaving the page', async () => {
        const { page } = await come('/about-us');
        if (device === 'phone') {
          await page.click('.menu-button');
          await page.until(() => document.querySelector('.menu-items')?.getClientRects().length);
          await page.click('.menu-close');
          await page.until(() => document.querySelector('.menu-items')?.getClientRects().length === 0);
        } else {
          await page.moveTo('.menu-items > ul > li:nth-child(2) > a');
          await page.until(isPanel, 'visible');
          await page.moveTo('.brand');
          await page.until(isPanel, 'hidden');
        }
        expect(await page.ask(() => location.pathname)).toBe(inLanguage(language, '/about-us'));
        expectNoFaults();
      });

      it('searches', async () => {
        const { page } = await come('/search');
        await page.type('main input[name=keyword]', keywords[language].title);
        await page.click('main .search-form button');
        await page.until(() => document.querySelector('main .card-link') !== null);
        expect(await page.ask(() => decodeURIComponent(location.search))).toContain(keywords[language].title);
        expectNoFaults();
      });

      it('changes the language and back', async () => {
        const { page } = await come('/about-us');
        const other = otherOf(language);
        await page.leaving(() => page.click('.switch'));
        expect(await page.ask(() => document.documentElement.lang)).toBe(languageFacts[other].tag);
        await page.leaving(() => page.click('.switch'));
        expect(await page.ask(() => location.pathname)).toBe(inLanguage(language, '/about-us'));
        expectNoFaults();
      });

      it('is told of mistakes, and keeps what was typed', async () => {
        const applicant = visitor();
        const { page } = applicant;
        await openForm(applicant);
        await page.type('#contactEmail', BAD_EMAIL);
        await page.type('#companyName', 'Acme & Co');
        await submitInVain(applicant);
        await page.until(() => document.querySelector('#contactEmail-problem') !== null);
        const kept = () =>
          ['#contactEmail', '#companyName'].map(
            (field) => (document.querySelector(field) as HTMLInputElement).value,
          );
        expect(await page.ask(kept)).toEqual([BAD_EMAIL, 'Acme & Co']);
        // The oldest engines focus nothing by an attribute; the problems stand first on the page all the same.
        if (isAsDesigned(engine)) await page.until(() => document.activeElement?.id === '_problems');
        expectNoFaults();
      });

      it('applies with a file', async () => {
        const applicant = visitor();
        expect(await apply(applicant, file)).toMatch(/^[A-Z0-9-]{6,}$/u);
        expect(await applicant.page.ask(() => document.body.innerText)).toContain(good[0]?.name);
        expectNoFaults();
      });
    });
  });
});
