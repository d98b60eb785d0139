import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../../src/uploads/checks/test-support/build-pdf.ts';
import { type CuttingWay, startCuttingWay } from '../support/cutting-way.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { openForm } from './applying.ts';
import { engineForBlock } from './engine-for-block.ts';
import { engines } from './engines.ts';
import type { Visitor } from './visitor.ts';
import { startWatchedSite, type WatchedSite } from './watched-site.ts';

const KB = 1024;
const FILE_BYTES = 1536 * KB;
const LINE_BYTES = 384 * KB;
/** A piece, and heads of requests. */
const MOST_SENT_AGAIN = 320 * KB;

/** Those of today: in older ones the form works without its script. */
const TODAY = engines.filter(({ package: old }) => old === undefined);

let site: WatchedSite;
let way: CuttingWay;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  [site, folder] = await Promise.all([startWatchedSite(), temporaryFolder('engines')]);
  way = await startCuttingWay({ port: Number(new URL(site.withScripts).port), bytesPerSecond: LINE_BYTES });
});
afterAll(async () => {
  way.stop();
  await Promise.all([site.stop(), folder.remove()]);
});

async function onDisk(name: string): Promise<string> {
  const file = path.join(folder.path, name);
  await writeFile(file, pdfOf(FILE_BYTES, name));
  await utimes(file, 1_700_000_000, 1_700_000_000);
  return file;
}

const isHalf = () =>
  ((document.querySelector('[data-state="running"] progress') as HTMLProgressElement | null)?.value ?? 0) >=
  40;
const isListed = (name: string) =>
  Array.from(document.querySelectorAll('#_files .file-name')).some(({ textContent }) => textContent === name);

describe.each(TODAY)('$name', (engine) => {
  const opened = engineForBlock(engine, 'desk');
  const come = async (): Promise<Visitor> => {
    const visitor: Visitor = {
      page: opened(),
      site: { ...site, withScripts: way.base },
      language: 'en',
      device: 'desk',
      hasScripts: true,
    };
    await openForm(visitor);
    return visitor;
  };

  it('goes on by itself with a file whose line breaks half-way', async () => {
    const { page } = await come();
    const name = `${engine.name}-cut.pdf`;
    const file = await onDisk(name);
    const before = way.sent();
    await page.choose('#declareFile', [file]);
    await page.until(isHalf);
    way.cut();
    await page.until(isListed, name);
    expect(way.sent() - before - FILE_BYTES).toBeLessThan(MOST_SENT_AGAIN);
  });

  it('goes on where a file stopped that is chosen again after a reload', async () => {
    const { page } = await come();
    const name = `${engine.name}-again.pdf`;
    const file = await onDisk(name);
    const before = way.sent();
    await page.choose('#declareFile', [file]);
    await page.until(isHalf);
    // The browser would ask whether to leave the page, which nobody answers here.
    await page.ask(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true));
    way.close();
    way.close(false);
    await come();
    await page.until(
      (wanted: string) => document.querySelector('#_unfinished')?.textContent?.includes(wanted),
      name,
    );
    await page.choose('#declareFile', [file]);
    await page.until(isListed, name);
    expect(way.sent() - before).toBeLessThan(FILE_BYTES + MOST_SENT_AGAIN);
  });

  it('says in words that a disguised file is refused, and cancels one', async () => {
    const { page } = await come();
    await page.choose('#declareFile', [await onDisk('disguised.docx')]);
    await page.until(() =>
      /damaged or is not the type/.test(document.querySelector('#_uploads')?.textContent ?? ''),
    );
    await page.choose('#declareFile', [await onDisk('cancelled.pdf')]);
    await page.until(isHalf);
    await page.click('.upload[data-state="running"] button');
    await page.until(() => !document.querySelector('.upload[data-state="running"]'));
    const isThere = () =>
      document.querySelector('#_unfinished')?.textContent?.includes('cancelled.pdf') ?? false;
    await until('nothing of it is there', async () => {
      await come();
      return !(await page.ask(isThere));
    });
  });
});
