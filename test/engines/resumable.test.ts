import { describe, expect, it } from 'vitest';
import { pdfOf } from '../../src/form/uploads/checks/testing/build-pdf.ts';
import { until } from '../support/until.ts';
import { engineForBlock } from './engine-for-block.ts';
import { FILE_BYTES, isHalf, isListed, slowForm, TODAY } from './slow-form.ts';

/** One piece and the headers of requests. */
const MAX_RESENT_BYTES = 320 * 1024;

const form = slowForm();

describe.each(TODAY)('$name', (engine) => {
  const opened = engineForBlock(engine, 'desk');

  it('resumes an upload automatically after the connection breaks', async () => {
    const page = opened();
    await form.open(page);
    const name = `${engine.name}-cut.pdf`;
    const file = await form.onDisk(name);
    const before = form.proxy().sent();
    await page.choose('#declareFile', [file]);
    await page.until(isHalf);
    form.proxy().cut();
    await page.until(isListed, name);
    expect(form.proxy().sent() - before - FILE_BYTES).toBeLessThan(MAX_RESENT_BYTES);
  });

  it('resumes an upload if the file is chosen again after a reload', async () => {
    const page = opened();
    await form.open(page);
    const name = `${engine.name}-again.pdf`;
    const file = await form.onDisk(name);
    const before = form.proxy().sent();
    await page.choose('#declareFile', [file]);
    await page.until(isHalf);
    // Suppresses the dialog that asks whether to leave the page.
    await page.evaluate(() =>
      addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true),
    );
    form.proxy().close();
    form.proxy().open();
    await form.open(page);
    await page.until(
      (wanted: string) => document.querySelector('#_unfinished')?.textContent?.includes(wanted),
      name,
    );
    await page.choose('#declareFile', [file]);
    await page.until(isListed, name);
    expect(form.proxy().sent() - before).toBeLessThan(FILE_BYTES + MAX_RESENT_BYTES);
  });

  it('adds files from two tabs to one draft', async () => {
    const page = opened();
    await form.open(page);
    const [first, left, right] = ['first', 'left', 'right'].map((side) => `${engine.name}-${side}.pdf`);
    await page.choose('#declareFile', [await form.onDisk(`${first}`)]);
    await page.until(isListed, `${first}`);
    await page.evaluate(() =>
      addEventListener('click', () => Object.assign(window, { otherTab: open(location.href) }), {
        once: true,
      }),
    );
    await page.click('h1');
    await page.until(isOtherTabReady);
    await page.choose('#declareFile', [await form.onDisk(`${left}`)]);
    await page.evaluate(chooseInOtherTab, `${right}`, pdfOf(FILE_BYTES / 4, `${right}`).toString('base64'));
    await page.until(isListed, `${left}`);
    await page.until(isListedInOtherTab, `${right}`);
    await page.evaluate(() => (window as unknown as WithTab).otherTab.close());
    await form.open(page);
    for (const name of [first, left, right])
      expect([name, await page.evaluate(isListed, `${name}`)]).toEqual([name, true]);
  });

  it('rejects a disguised file with a message and cancels an upload', async () => {
    const page = opened();
    await form.open(page);
    await page.choose('#declareFile', [await form.onDisk('disguised.docx')]);
    await page.until(() =>
      /damaged or its content does not match/.test(document.querySelector('#_uploads')?.textContent ?? ''),
    );
    await page.choose('#declareFile', [await form.onDisk('cancelled.pdf')]);
    await page.until(isHalf);
    await page.click('.upload[data-state="running"] button');
    await page.until(() => !document.querySelector('.upload[data-state="running"]'));
    const isThere = () =>
      document.querySelector('#_unfinished')?.textContent?.includes('cancelled.pdf') ?? false;
    await until('the cancelled file is gone', async () => {
      await form.open(page);
      return !(await page.evaluate(isThere));
    });
  });
});

type WithTab = { otherTab: Window };

const isOtherTabReady = () => {
  const { otherTab } = window as unknown as WithTab;
  return otherTab.document.querySelector('#_form-status') !== null;
};

/** The driver does not control the other tab: its opener chooses the file. */
function chooseInOtherTab(name: string, base64: string): void {
  const { document: other } = (window as unknown as WithTab).otherTab;
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const chosen = new DataTransfer();
  chosen.items.add(new File([bytes], name, { type: 'application/pdf' }));
  const input = other.querySelector('#declareFile') as HTMLInputElement;
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const isListedInOtherTab = (name: string) => {
  const { document: other } = (window as unknown as WithTab).otherTab;
  return Array.from(other.querySelectorAll('#_files .file-name')).some((one) => one.textContent === name);
};
