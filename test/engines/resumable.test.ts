import { describe, expect, it } from 'vitest';
import { engineForBlock } from './engine-for-block.ts';
import { FILE_BYTES, isHalf, isListed, slowForm, TODAY } from './slow-form.ts';

/** Maximum bytes that may be resent, which are one piece and request headers. */
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
    // Suppresses the confirmation dialog on leaving the page.
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
});
