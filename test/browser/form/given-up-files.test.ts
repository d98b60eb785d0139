import { utimes } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, inject, it, onTestFinished } from 'vitest';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { startFilteringProxy } from '../../support/filtering-proxy.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { startThrottledProxy } from '../../support/throttled-proxy.ts';
import { answers, diskForFile, good } from './applicants.ts';
import { exported } from './export.ts';
import { withVisitor } from './form-browser.ts';
import { listed, openForm, receipt, submit, submitInVain, type } from './use-form.ts';

const onDisk = diskForFile();

const { demo } = inject('sites');

const states = (page: Page) =>
  page.locator('#_uploads > li').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.state));

it('submits an application with its file without cookies, even after a wrong code', async () => {
  const { origin, close } = await startFilteringProxy(demo, {
    changeHeaders: ({ 'set-cookie': _lost, ...kept }) => kept,
  });
  onTestFinished(close);
  await withVisitor({ language: 'en', baseURL: origin }, async (visitor) => {
    const { page } = visitor;
    await openForm(visitor);
    await type(visitor, answers.en);
    await page.setInputFiles('#declareFile', await onDisk(good.slice(0, 1)));
    await expect.poll(() => states(page)).toEqual(['deferred']);
    await page.fill('#captcha', '000001');
    for (const _attempt of [1, 2]) {
      await submitInVain(visitor);
      expect([await listed(visitor), await states(page)]).toEqual([[], ['deferred']]);
    }
    await page.fill('#captcha', TEST_ANSWER);
    await submit(visitor);
    expect((await exported(await receipt(visitor)))?.files).toEqual([good[0]]);
  });
});

it('removes an upload from the server if its file has changed', async () => {
  const port = Number(new URL(demo).port);
  const line = await startThrottledProxy({ port, bytesPerSecond: 600_000 });
  onTestFinished(line.stop);
  const [file = ''] = await onDisk([{ name: 'slow.pdf', content: pdfOf(1_500_000) }]);
  await withVisitor({ language: 'en', baseURL: line.base }, async (visitor) => {
    const { page } = visitor;
    await openForm(visitor);
    await page.setInputFiles('#declareFile', file);
    await expect.poll(() => page.locator('#_uploads progress').getAttribute('value')).not.toBe('0');
    await expect.poll(() => line.sent()).toBeGreaterThan(700_000);
    await utimes(file, 1_700_000_000, 1_700_000_000);
    await page.locator('#_uploads [data-state=refused]').waitFor();
    const unfinished = async () => {
      await openForm(visitor);
      return page.locator('#_unfinished li').count();
    };
    await expect.poll(unfinished).toBe(0);
  });
});
