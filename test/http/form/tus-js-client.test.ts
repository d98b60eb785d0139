/** @module-tag matrix */
import { type HttpRequest, Upload } from 'tus-js-client';
import { expect, it, onTestFinished } from 'vitest';
import { sha256Of } from '../../../src/applications/store/testing/index.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { SITE_URL } from '../../support/site.ts';
import { startThrottledProxy } from '../../support/throttled-proxy.ts';
import { FORM, formSiteForFile } from './form-site.ts';
import { KB, sender, storedFiles } from './resumable-sites.ts';

const site = formSiteForFile();
const content = pdfOf(2048 * KB);

it('tus-js-client resumes an upload after two lost connections', async () => {
  const visitor = await sender(site());
  const proxy = await startThrottledProxy({ port: site().port, bytesPerSecond: 1024 * KB });
  onTestFinished(() => proxy.stop());
  let cuts = 0;
  await new Promise<void>((resolve, reject) => {
    new Upload(content, {
      endpoint: `http://127.0.0.1:${proxy.port}${FORM}/uploads`,
      chunkSize: 256 * KB,
      retryDelays: [0, 100, 300, 1000],
      metadata: { filename: 'foreign.pdf', filetype: 'application/pdf' },
      onBeforeRequest: (request: HttpRequest) => {
        request.setHeader('Cookie', visitor.client.cookie());
        request.setHeader('Origin', SITE_URL);
      },
      onProgress: (bytes) => {
        if (bytes < content.length * (0.3 + 0.3 * cuts) || cuts === 2) return;
        cuts += 1;
        proxy.cut();
      },
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
  expect(cuts).toBe(2);
  expect(await storedFiles(site(), visitor)).toEqual([['foreign.pdf', sha256Of(content)]]);
  expect(proxy.sent() - content.length).toBeLessThan(2 * 256 * KB + 32 * KB);
});
