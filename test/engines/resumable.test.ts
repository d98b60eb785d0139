import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../../src/applications/uploads/checks/testing/build-pdf.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startThrottledProxy, type ThrottledProxy } from '../support/throttled-proxy.ts';
import { engines } from './engines.ts';
import { openForm } from './looks.ts';
import { type ObservedSite, startObservedSite } from './observed-site.ts';
import type { EnginePage } from './page.ts';
import { engineForBlock } from './visitor.ts';

const KB = 1024;
const FILE_BYTES = 1536 * KB;
const LINE_BYTES = 384 * KB;

/** Current engines, because older ones use the form without its script. */
const TODAY = engines.filter(({ package: old }) => old === undefined);

let site: ObservedSite;
let proxy: ThrottledProxy;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  [site, folder] = await Promise.all([startObservedSite(), temporaryFolder('engines')]);
  const port = Number(new URL(site.withScripts).port);
  proxy = await startThrottledProxy({ port, bytesPerSecond: LINE_BYTES });
});
afterAll(async () => {
  proxy.stop();
  await Promise.all([site.stop(), folder.remove()]);
});

/** Opens the form over a slow connection. */
const open = (page: EnginePage): Promise<void> => {
  const slow = { ...site, withScripts: proxy.base };
  return openForm({ page, site: slow, language: 'en', device: 'desk', hasScripts: true });
};

/** Writes a file with a fixed modification time. */
async function onDisk(name: string): Promise<string> {
  const file = path.join(folder.path, name);
  await writeFile(file, pdfOf(FILE_BYTES, name));
  await utimes(file, 1_700_000_000, 1_700_000_000);
  return file;
}

/** Runs in the page and returns whether nearly half of the upload is sent. */
const isHalf = () =>
  ((document.querySelector('[data-state="running"] progress') as HTMLProgressElement | null)?.value ?? 0) >=
  40;

/** Runs in the page and returns whether the draft lists a file. */
const isListed = (name: string) =>
  Array.from(document.querySelectorAll('#_files .file-name')).some(({ textContent }) => textContent === name);

/** Maximum bytes that may be resent, which are one piece and request headers. */
const MAX_RESENT_BYTES = 320 * 1024;

describe.each(TODAY)('$name', (engine) => {
  const opened = engineForBlock(engine, 'desk');

  it('resumes an upload automatically after the connection breaks', async () => {
    const page = opened();
    await open(page);
    const name = `${engine.name}-cut.pdf`;
    const file = await onDisk(name);
    const before = proxy.sent();
    await page.choose('#declareFile', [file]);
    await page.until(isHalf);
    proxy.cut();
    await page.until(isListed, name);
    expect(proxy.sent() - before - FILE_BYTES).toBeLessThan(MAX_RESENT_BYTES);
  });

  it('resumes an upload if the file is chosen again after a reload', async () => {
    const page = opened();
    await open(page);
    const name = `${engine.name}-again.pdf`;
    const file = await onDisk(name);
    const before = proxy.sent();
    await page.choose('#declareFile', [file]);
    await page.until(isHalf);
    // Suppresses the confirmation dialog on leaving the page.
    await page.evaluate(() =>
      addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true),
    );
    proxy.close();
    proxy.open();
    await open(page);
    await page.until(
      (wanted: string) => document.querySelector('#_unfinished')?.textContent?.includes(wanted),
      name,
    );
    await page.choose('#declareFile', [file]);
    await page.until(isListed, name);
    expect(proxy.sent() - before).toBeLessThan(FILE_BYTES + MAX_RESENT_BYTES);
  });
});
