/** @module-tag matrix */
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import en from '../../locales/en/site.json' with { type: 'json' };
import { pdfOf } from '../../src/applications/uploads/checks/testing/build-pdf.ts';
import { waitForFormScript, withContext } from '../support/browser.ts';
import { DEMO_FORM } from '../support/form-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startThrottledProxy, type ThrottledProxy } from '../support/throttled-proxy.ts';

const KB = 1024;
const CHUNK = 256 * KB;
/** Maximum bytes sent in addition to the file, such as headers. */
const BESIDE = 64 * KB;
const FILE_BYTES = 1536 * KB;
const LINE_BYTES = 512 * KB;

const port = Number(new URL(inject('sites').demo).port);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder('resumable');
});
afterAll(() => folder.remove());

/** Writes a file with a constant modification time. */
async function onDisk(name: string, content: Buffer = pdfOf(FILE_BYTES, name)): Promise<string> {
  const file = path.join(folder.path, name);
  await writeFile(file, content);
  await utimes(file, 1_700_000_000, 1_700_000_000);
  return file;
}

type Visit = { page: Page; context: BrowserContext; way: ThrottledProxy };

/** Opens the form over a slow network. */
async function visit(use: (visit: Visit) => Promise<void>): Promise<void> {
  const way = await startThrottledProxy({ port, bytesPerSecond: LINE_BYTES });
  try {
    await withContext({ baseURL: way.base }, async (context) => {
      const page = await context.newPage();
      await openForm(page);
      await use({ page, context, way });
    });
  } finally {
    way.stop();
  }
}

async function openForm(page: Page): Promise<void> {
  await page.goto(DEMO_FORM);
  await waitForFormScript(page);
}

const choose = (page: Page, ...files: string[]) => page.setInputFiles('#declareFile', files);
const listed = (page: Page) => page.locator('#_files .file-name').allTextContents();
const untilListed = (page: Page, ...names: string[]) =>
  expect.poll(() => listed(page), { timeout: 45_000 }).toEqual(names);
const percent = (page: Page) =>
  page
    .locator('#_uploads progress')
    .first()
    .evaluate((bar) => (bar as HTMLProgressElement).value);
const untilHalf = (page: Page) => expect.poll(() => percent(page), { timeout: 45_000 }).toBeGreaterThan(49);

it('continues a waiting upload when the network is back', () =>
  visit(async ({ page, context }) => {
    await choose(page, await onDisk('offline.pdf'));
    await untilHalf(page);
    await context.setOffline(true);
    await expect
      .poll(() => page.locator('#_uploads .upload-text').textContent(), { timeout: 30_000 })
      .toBe(en.uploadLost);
    await context.setOffline(false);
    await untilListed(page, 'offline.pdf');
  }));

it('Retry continues an upload that failed with a server error', () =>
  visit(async ({ page, way }) => {
    const name = 'error.pdf';
    const before = way.sent();
    let errors = 0;
    await choose(page, await onDisk(name));
    await untilHalf(page);
    await page.route('**/uploads/*', (route, request) => {
      if (request.method() !== 'PATCH') return route.continue();
      errors += 1;
      return route.fulfill({ status: 502 });
    });
    const text = en.uploadServerError.replace('{{file}}', name);
    const words = page.locator('#_uploads .upload-text');
    await expect.poll(() => words.textContent(), { timeout: 30_000 }).toBe(text);
    await expect.poll(() => page.textContent('#_upload-status')).toBe(text);
    expect(errors).toBe(2);
    await page.unroute('**/uploads/*');
    await page.getByRole('button', { name: `Retry ${name}` }).click();
    await untilListed(page, name);
    expect(way.sent() - before).toBeLessThan(FILE_BYTES + CHUNK + BESIDE);
  }));

it('removes a cancelled upload from the server', () =>
  visit(async ({ page }) => {
    await choose(page, await onDisk('cancelled.pdf'));
    await untilHalf(page);
    await page.getByRole('button', { name: 'Cancel cancelled.pdf' }).click();
    await expect.poll(() => page.locator('#_uploads li').count()).toBe(0);
    await expect
      .poll(async () => {
        await openForm(page);
        return page.locator('#_unfinished li').count();
      })
      .toBe(0);
    expect(await listed(page)).toEqual([]);
  }));
