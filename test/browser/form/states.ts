import type { Page } from 'playwright';
import { expect } from 'vitest';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { answers, bad, good } from './applicants.ts';
import type { Visitor } from './form-browser.ts';
import { FILES, receipt, sendWhole, submit, submitInVain, type, untilUploaded } from './use-form.ts';

type Reach = (visitor: Visitor, onDisk: OnDisk) => Promise<void>;
type OnDisk = (files: { name: string; content: Buffer }[]) => Promise<string[]>;
export type State = { name: string; reach: Reach; where: 'both' | 'script' };

const choose = async ({ page }: Visitor, files: Promise<string[]>): Promise<void> =>
  page.setInputFiles('#declareFile', await files);

/** Picks files and waits until they are in the draft; without the script, presses the button. */
async function upload(visitor: Visitor, onDisk: OnDisk, files = good): Promise<void> {
  await choose(visitor, onDisk(files));
  if (!visitor.hasScript) await visitor.page.click('#_upload');
  await untilUploaded(visitor);
  await expect.poll(() => visitor.page.locator('#_files li').count()).toBe(files.length);
}

async function fillInAll(visitor: Visitor, onDisk: OnDisk): Promise<void> {
  await upload(visitor, onDisk);
  await type(visitor, answers[visitor.language]);
  await visitor.page.fill('#captcha', TEST_ANSWER);
}

/** Form with all messages and with files. */
const errors: Reach = async (visitor, onDisk) => {
  await visitor.page.fill('#contactEmail', 'nobody');
  await visitor.page.fill('#captcha', '12');
  await choose(visitor, onDisk([...good, ...bad.slice(1)]));
  await untilUploaded(visitor);
  await submitInVain(visitor);
};

const uploading: Reach = async (visitor, onDisk) => {
  await sendWhole(visitor);
  await visitor.page.route(FILES, () => {});
  await choose(visitor, onDisk(good));
  await visitor.page.locator('[data-state=running]').waitFor();
};

/** Ends the pauses between the attempts of an upload, as a return of the network does. */
const skipPauses = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const timer = setInterval(() => {
      if (document.querySelector('[data-state=failed]')) clearInterval(timer);
      else dispatchEvent(new Event('online'));
    }, 100);
  });

const uploadFailed: Reach = async (visitor, onDisk) => {
  await sendWhole(visitor);
  await visitor.page.route(FILES, (route) => route.fulfill({ status: 500 }));
  await choose(visitor, onDisk([...good.slice(1), ...bad.slice(1, 2)]));
  await skipPauses(visitor.page);
  await visitor.page.locator('[data-state=failed]').waitFor();
  await visitor.page.locator('[data-state=refused]').waitFor();
};

const solved: Reach = async (visitor) => {
  await visitor.page.fill('#captcha', TEST_ANSWER);
  await submitInVain(visitor);
  await visitor.page.locator('.captcha-solved').waitFor();
};

const newCode: Reach = async ({ page }) => {
  await page.click('#_new-code');
  await page.locator('#_notice').waitFor();
};

const notSent: Reach = async (visitor) => {
  await visitor.page.route('**/application', (route) => route.abort());
  await submit(visitor);
  await visitor.page.locator('.form-alert').waitFor();
};

const closed: Reach = async ({ page, site, hasScript }) => {
  await site.turn('closed');
  await page.reload();
  await page.locator(hasScript ? '#_closed:modal' : '#_closed').waitFor();
};

const closedMeanwhile: Reach = async (visitor, onDisk) => {
  await fillInAll(visitor, onDisk);
  await visitor.site.turn('closed');
  await submit(visitor);
  await visitor.page.locator(visitor.hasScript ? '#_closed:modal' : '#_closed').waitFor();
};

const sent: Reach = async (visitor, onDisk) => {
  await fillInAll(visitor, onDisk);
  await submit(visitor);
  await receipt(visitor);
};

/** States of the form, from empty to the receipt, and how a visitor reaches them. */
export const states: State[] = [
  { name: 'fresh', reach: async () => {}, where: 'both' },
  { name: 'errors', reach: errors, where: 'both' },
  { name: 'files listed', reach: upload, where: 'both' },
  { name: 'uploading', reach: uploading, where: 'script' },
  { name: 'upload failed', reach: uploadFailed, where: 'script' },
  { name: 'captcha solved', reach: solved, where: 'both' },
  { name: 'new code', reach: newCode, where: 'both' },
  { name: 'not sent', reach: notSent, where: 'script' },
  { name: 'closed', reach: closed, where: 'both' },
  { name: 'closed meanwhile', reach: closedMeanwhile, where: 'both' },
  { name: 'sent', reach: sent, where: 'both' },
];
