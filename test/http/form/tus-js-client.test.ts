import { type HttpRequest, Upload, type UploadOptions } from 'tus-js-client';
import { afterEach, expect, it } from 'vitest';
import { pdfOf } from '../../../src/form/uploads/checks/testing/build-pdf.ts';
import { SITE_URL } from '../../support/site.ts';
import { startThrottledProxy, type ThrottledProxy } from '../../support/throttled-proxy.ts';
import { FORM, formSiteForFile } from './form-site.ts';
import { KB, sender, sha256, storedFiles } from './resumable-sites.ts';

const site = formSiteForFile();
const content = pdfOf(2048 * KB);

let way: ThrottledProxy | undefined;
afterEach(() => way?.stop());

async function slowWay(): Promise<ThrottledProxy> {
  way = await startThrottledProxy({ port: site().port, bytesPerSecond: 1024 * KB });
  return way;
}

type Outcome = { upload: Upload; done: Promise<string> };

/** tus-js-client with a visitor's cookie. */
function start(cookie: string, { port }: ThrottledProxy, options: Partial<UploadOptions> = {}): Outcome {
  const { promise: done, resolve, reject } = Promise.withResolvers<string>();
  const upload = new Upload(content, {
    endpoint: `http://127.0.0.1:${port}${FORM}/uploads`,
    chunkSize: 256 * KB,
    retryDelays: [0, 100, 300, 1000],
    metadata: { filename: 'foreign.pdf', filetype: 'application/pdf' },
    onBeforeRequest: (request: HttpRequest) => {
      request.setHeader('Cookie', cookie);
      request.setHeader('Origin', SITE_URL);
    },
    onSuccess: () => resolve(upload.url ?? ''),
    onError: reject,
    ...options,
  });
  upload.start();
  return { upload, done };
}

it('tus-js-client resumes an upload that is cut twice', async () => {
  const visitor = await sender(site());
  const road = await slowWay();
  let cuts = 0;
  const { done } = start(visitor.client.cookie(), road, {
    onProgress: (bytes) => {
      if (bytes < content.length * (0.3 + 0.3 * cuts) || cuts === 2) return;
      cuts += 1;
      road.cut();
    },
  });
  await done;
  expect(cuts).toBe(2);
  expect(await storedFiles(site(), visitor)).toEqual([['foreign.pdf', sha256(content)]]);
  expect(road.sent() - content.length).toBeLessThan(2 * 256 * KB + 32 * KB);
});

it('tus-js-client resumes in another process, by the address of the upload', async () => {
  const visitor = await sender(site());
  const road = await slowWay();
  const { promise: half, resolve } = Promise.withResolvers<void>();
  const { upload } = start(visitor.client.cookie(), road, {
    onProgress: (bytes) => bytes > content.length / 2 && resolve(),
  });
  await half;
  await upload.abort();
  const begun = road.sent();
  const second = start(visitor.client.cookie(), road, { uploadUrl: upload.url });
  await second.done;
  expect(await storedFiles(site(), visitor)).toEqual([['foreign.pdf', sha256(content)]]);
  expect(road.sent() - begun).toBeLessThan(content.length / 2 + 256 * KB);
});

it('tus-js-client terminates an upload', async () => {
  const visitor = await sender(site());
  const road = await slowWay();
  const { promise: some, resolve } = Promise.withResolvers<void>();
  const { upload } = start(visitor.client.cookie(), road, {
    onChunkComplete: () => resolve(),
  });
  await some;
  const path = new URL(upload.url ?? '').pathname;
  await upload.abort(true);
  expect((await visitor.head(path)).status).toBe(404);
});
