import { utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { listen } from '../../support/listen.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startThrottledProxy } from '../../support/throttled-proxy.ts';
import { answers, diskForFile, good } from './applicants.ts';
import { exported } from './export.ts';
import { formBrowserForFile, type Visitor } from './form-browser.ts';
import { listed, openForm, receipt, submit, submitInVain, type } from './use-form.ts';

const { site, withVisitor } = formBrowserForFile();
const onDisk = diskForFile();

const [FILE] = good;
const choose = async ({ page }: Pick<Visitor, 'page'>): Promise<void> =>
  page.setInputFiles('#declareFile', await onDisk(good.slice(0, 1)));

/** Returns the names of the files of an application, by its reference. */
async function filesOf(reference: string): Promise<string[] | undefined> {
  const applications = await exported(site().dataDir);
  return applications.find((one) => one.reference === reference)?.files.map(({ name }) => name);
}

/** Starts a proxy to the site that drops cookies. */
async function withoutCookies(port: number) {
  const proxy = http.createServer((request, response) => {
    const { method, url, headers } = request;
    const forwarded = http.request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      const { 'set-cookie': _lost, ...kept } = answer.headers;
      answer.pipe(response.writeHead(answer.statusCode ?? 500, kept));
    });
    request.pipe(forwarded);
  });
  return listen(proxy);
}

const states = ({ page }: Pick<Visitor, 'page'>) =>
  page.locator('#_uploads > li').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.state));

it('submits an application with its file without cookies, even after a wrong code', async () => {
  const { origin, close } = await withoutCookies(site().port);
  try {
    await withVisitor({ language: 'en', baseURL: origin }, async (visitor) => {
      await openForm(visitor);
      await type(visitor, answers.en);
      await choose(visitor);
      await expect.poll(() => states(visitor)).toEqual(['held']);
      await visitor.page.fill('#captcha', '000001');
      for (const _attempt of [1, 2]) {
        await submitInVain(visitor);
        expect([await listed(visitor), await states(visitor)]).toEqual([[], ['held']]);
      }
      await visitor.page.fill('#captcha', TEST_ANSWER);
      await submit(visitor);
      expect(await filesOf(await receipt(visitor))).toEqual([FILE?.name]);
    });
  } finally {
    await close();
  }
});

describe('an abandoned upload', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder('given-up');
  });
  afterAll(() => folder.remove());

  it('removes an upload from the server if its file has changed', async () => {
    const line = await startThrottledProxy({ port: site().port, bytesPerSecond: 600_000 });
    try {
      await withVisitor({ language: 'en', baseURL: line.base }, async (visitor) => {
        const { page } = visitor;
        await openForm(visitor);
        const file = path.join(folder.path, 'slow.pdf');
        await writeFile(file, pdfOf(1_500_000));
        await page.setInputFiles('#declareFile', file);
        await expect.poll(() => page.locator('#_uploads progress').getAttribute('value')).not.toBe('0');
        await expect.poll(() => line.sent()).toBeGreaterThan(700_000);
        await utimes(file, 1_700_000_000, 1_700_000_000);
        await page.locator('#_uploads [data-state=refused]').waitFor();
        await expect
          .poll(async () => {
            await openForm(visitor);
            return page.locator('#_unfinished li').count();
          })
          .toBe(0);
      });
    } finally {
      line.stop();
    }
  });
});
