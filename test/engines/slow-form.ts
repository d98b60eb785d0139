import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { pdfOf } from '../../src/applications/uploads/checks/testing/build-pdf.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startThrottledProxy, type ThrottledProxy } from '../support/throttled-proxy.ts';
import { openForm } from './applying.ts';
import { engines } from './engines.ts';
import { type ObservedSite, startObservedSite } from './observed-site.ts';
import type { EnginePage } from './page.ts';

const KB = 1024;
export const FILE_BYTES = 1536 * KB;
const LINE_BYTES = 384 * KB;

/** Current engines, because older ones use the form without its script. */
export const TODAY = engines.filter(({ package: old }) => old === undefined);

/** Provides a site with a form behind a slow connection, for all tests of a file. */
export function slowForm() {
  let site: ObservedSite;
  let proxy: ThrottledProxy;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    [site, folder] = await Promise.all([startObservedSite(), temporaryFolder('engines')]);
    proxy = await startThrottledProxy({
      port: Number(new URL(site.withScripts).port),
      bytesPerSecond: LINE_BYTES,
    });
  });
  afterAll(async () => {
    proxy.stop();
    await Promise.all([site.stop(), folder.remove()]);
  });
  return {
    proxy: () => proxy,
    /** Opens the form over the slow connection. */
    open: (page: EnginePage): Promise<void> =>
      openForm({
        page,
        site: { ...site, withScripts: proxy.base },
        language: 'en',
        device: 'desk',
        hasScripts: true,
      }),
    /** Writes a file with a fixed modification time. */
    async onDisk(name: string): Promise<string> {
      const file = path.join(folder.path, name);
      await writeFile(file, pdfOf(FILE_BYTES, name));
      await utimes(file, 1_700_000_000, 1_700_000_000);
      return file;
    },
  };
}

/** Runs in the page and returns whether nearly half of the upload is sent. */
export const isHalf = () =>
  ((document.querySelector('[data-state="running"] progress') as HTMLProgressElement | null)?.value ?? 0) >=
  40;

/** Runs in the page and returns whether the draft lists a file. */
export const isListed = (name: string) =>
  Array.from(document.querySelectorAll('#_files .file-name')).some(({ textContent }) => textContent === name);
