import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { pdfOf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { type CuttingWay, startCuttingWay } from '../support/cutting-way.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openForm } from './applying.ts';
import { engines } from './engines.ts';
import type { EnginePage } from './page.ts';
import { startWatchedSite, type WatchedSite } from './watched-site.ts';

const KB = 1024;
export const FILE_BYTES = 1536 * KB;
const LINE_BYTES = 384 * KB;

/** Those of today: in older ones the form works without its script. */
export const TODAY = engines.filter(({ package: old }) => old === undefined);

/** A site whose form is reached by a slow line that can be cut, for all tests of a file. */
export function slowForm(bytesPerSecond = LINE_BYTES) {
  let site: WatchedSite;
  let way: CuttingWay;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    [site, folder] = await Promise.all([startWatchedSite(), temporaryFolder('engines')]);
    way = await startCuttingWay({ port: Number(new URL(site.withScripts).port), bytesPerSecond });
  });
  afterAll(async () => {
    way.stop();
    await Promise.all([site.stop(), folder.remove()]);
  });
  return {
    way: () => way,
    /** Opens the form in a page, by the slow line. */
    open: (page: EnginePage): Promise<void> =>
      openForm({
        page,
        site: { ...site, withScripts: way.base },
        language: 'en',
        device: 'desk',
        hasScripts: true,
      }),
    /** A file whose time of last change stays what it is. */
    async onDisk(name: string): Promise<string> {
      const file = path.join(folder.path, name);
      await writeFile(file, pdfOf(FILE_BYTES, name));
      await utimes(file, 1_700_000_000, 1_700_000_000);
      return file;
    },
  };
}

/** In the page: whether the file that goes up is nearly half there. */
export const isHalf = () =>
  ((document.querySelector('[data-state="running"] progress') as HTMLProgressElement | null)?.value ?? 0) >=
  40;

/** In the page: whether the draft's list has a file. */
export const isListed = (name: string) =>
  Array.from(document.querySelectorAll('#_files .file-name')).some(({ textContent }) => textContent === name);
