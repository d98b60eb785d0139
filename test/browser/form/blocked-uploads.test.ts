import type { IncomingMessage } from 'node:http';
import { expect, inject, onTestFinished } from 'vitest';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { startFilteringProxy } from '../../support/filtering-proxy.ts';
import { TEST_ANSWER } from '../../support/form-client.ts';
import { itFirst } from '../../support/matrix.ts';
import { startThrottledProxy } from '../../support/throttled-proxy.ts';
import { answers, diskForFile } from './applicants.ts';
import { exported } from './export.ts';
import { type Visitor, withVisitor } from './form-browser.ts';
import { listed, openForm, receipt, submit, type } from './use-form.ts';

const onDisk = diskForFile();
const KILOBYTE = 1024;
const MEGABYTES = 3 * KILOBYTE * KILOBYTE;
const file = { name: 'plan.pdf', content: pdfOf(700 * KILOBYTE) };

type Block = 403 | 405 | 413 | 501 | 'reset';

/** Fills in the form behind a proxy on a slow line, and picks a file. */
async function withApplicant(
  block: (request: IncomingMessage) => Block | undefined,
  use: (visitor: Visitor, passed: readonly IncomingMessage[]) => Promise<void>,
): Promise<void> {
  const { port, passed, close } = await startFilteringProxy(inject('sites').demo, { block });
  onTestFinished(close);
  const line = await startThrottledProxy({ port, bytesPerSecond: 300 * KILOBYTE });
  onTestFinished(line.stop);
  await withVisitor({ language: 'en', baseURL: line.base }, async (visitor) => {
    await openForm(visitor);
    await type(visitor, answers.en);
    await visitor.page.fill('#captcha', TEST_ANSWER);
    await visitor.page.setInputFiles('#declareFile', await onDisk([file]));
    await use(visitor, passed);
  });
}

const isUpload = ({ url = '' }: IncomingMessage) => url.includes('/uploads');
const bytesOf = (requests: readonly IncomingMessage[]) =>
  requests.reduce((sum, { headers }) => sum + Number(headers['content-length'] ?? 0), 0);

itFirst(1, [405, 403, 501, 'reset'] as Block[])(
  'sends the chunks of a file as POST if a proxy blocks PATCH (%s)',
  (how) =>
    withApplicant(
      ({ method }) => (method === 'PATCH' ? how : undefined),
      async (visitor, passed) => {
        await expect.poll(() => listed(visitor)).toEqual([file.name]);
        await submit(visitor);
        expect((await exported(await receipt(visitor)))?.files).toEqual([file]);
        const uploads = passed.filter(isUpload);
        const chunks = uploads.filter(({ headers }) => headers['x-http-method-override'] === 'PATCH');
        expect(bytesOf(chunks)).toBe(file.content.length);
        const forms = passed.filter(({ method, url = '' }) => method === 'POST' && !url.includes('/uploads'));
        expect(bytesOf(forms)).toBeLessThan(100 * KILOBYTE);
      },
    ),
);

itFirst(2, ['reset', 403, 405, 501] as Block[])(
  'submits a file with the form if a proxy blocks every upload request (%s)',
  (how) =>
    withApplicant(
      (request) => (isUpload(request) ? how : undefined),
      async (visitor, passed) => {
        await submit(visitor);
        expect((await exported(await receipt(visitor)))?.files).toEqual([file]);
        const posts = passed.filter(({ method }) => method === 'POST');
        expect(posts.filter((post) => bytesOf([post]) > file.content.length)).toHaveLength(1);
      },
    ),
);

itFirst(1, [300, 100])('sends smaller chunks if a proxy only passes %d KB', (limit) =>
  withApplicant(
    (request) => (isUpload(request) && bytesOf([request]) > limit * KILOBYTE ? 413 : undefined),
    async (visitor, passed) => {
      await expect.poll(() => listed(visitor)).toEqual([file.name]);
      await submit(visitor);
      expect((await exported(await receipt(visitor)))?.files).toEqual([file]);
      expect(bytesOf(passed.filter(({ method }) => method === 'PATCH'))).toBe(file.content.length);
    },
  ),
);

itFirst(1, ['DELETE and POST', 'DELETE', 'nothing'])(
  'submits without a file that was cancelled meanwhile if a proxy blocks %s of uploads',
  (blocked) =>
    withApplicant(
      ({ method = '', headers, url = '' }) =>
        url.includes('/uploads/') && headers['upload-offset'] === undefined && blocked.includes(method)
          ? 403
          : undefined,
      async (visitor) => {
        const { page, texts } = visitor;
        await expect.poll(() => listed(visitor)).toEqual([file.name]);
        await page.setInputFiles(
          '#declareFile',
          await onDisk([{ name: 'big.pdf', content: pdfOf(MEGABYTES) }]),
        );
        await expect.poll(() => page.locator('#_uploads progress').getAttribute('value')).not.toBe('0');
        await submit(visitor);
        await page.getByRole('button', { name: `${texts.uploadCancel} big.pdf`, exact: true }).click();
        expect((await exported(await receipt(visitor)))?.files).toEqual([file]);
      },
    ),
);
