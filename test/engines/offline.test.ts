import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { type EnginePage, openEngine } from './page.ts';
import { isHalf, isListed, slowForm, TODAY } from './slow-form.ts';
import { sizeTo } from './visitor.ts';

const MINUTE_MS = 60_000;
/** Longest retry delay and the rest of the file. */
const RESUME_MS = 45_000;

// All engines upload at the same time.
const form = slowForm(TODAY.length * 384 * 1024);

const pages: EnginePage[] = [];
afterEach(async () => {
  for (const page of pages.splice(0)) await page.close();
});

const showsLostConnection = () =>
  /connection was lost/.test(document.querySelector('#_uploads .upload-text')?.textContent ?? '');

it(
  'resumes an upload automatically after a minute offline in every current engine',
  async () => {
    for (const engine of TODAY) pages.push(await openEngine(engine));
    const names = TODAY.map(({ name }) => `${name}-minute.pdf`);
    for (const page of pages) {
      await sizeTo(page, 'desk');
      await form.open(page);
    }
    await Promise.all(
      pages.map(async (page, index) => {
        await page.choose('#declareFile', [await form.onDisk(`${names[index]}`)]);
        await page.until(isHalf);
      }),
    );
    form.proxy().close();
    await Promise.all(pages.map((page) => page.until(showsLostConnection)));
    await wait(MINUTE_MS);
    form.proxy().open();
    const listed = (page: EnginePage, index: number) => page.evaluate(isListed, `${names[index]}`);
    await until('all files are listed', async () => (await Promise.all(pages.map(listed))).every(Boolean), {
      patienceMs: RESUME_MS,
      pauseMs: 500,
    });
    expect(await Promise.all(pages.map(listed))).toEqual(pages.map(() => true));
  },
  3 * MINUTE_MS,
);
