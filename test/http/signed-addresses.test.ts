import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { RETRY_MS } from '../../src/content/backend/cache.ts';
import { data, PATHS, type Reply } from '../support/fake-backend.ts';
import { mediaAt } from '../support/file-href.ts';
import { jpegOf } from '../support/pictures.ts';
import { pageAt, siteForFile } from '../support/site-for-file.ts';

const site = siteForFile({});
const [PICTURE, FILE] = ['/store/9f3c.jpg', '/store/7ab1.pdf'];
const photograph = await jpegOf({ width: 400, height: 200 });

/** Signature that the store accepts and the backend writes. */
let signature = 'one';

beforeEach(() => {
  const { fake } = site();
  const signed = (path: string) => `${fake.url}${path}?X-Amz-Date=1&X-Amz-Signature=${signature}`;
  const stored =
    (type: string, body: Buffer | string) =>
    ({ query }: { query: URLSearchParams }): Reply =>
      query.get('X-Amz-Signature') === signature
        ? { headers: { 'Content-Type': type, ETag: '"v1"' }, body }
        : { status: 403 };
  fake.override(PICTURE, stored('image/jpeg', photograph));
  fake.override(FILE, stored('application/pdf', '%PDF-'));
  fake.override(PATHS.article, () => {
    const attachments = [{ name: '年度报告 2030', url: signed(FILE) }];
    return data({ id: 'x', title: 'T', content: '<p>C</p>', picUrl: signed(PICTURE), attachments });
  });
});

it('keeps serving files of a private store when their signatures change', async () => {
  const { text } = await site().raw('/articles/x');
  const page = await pageAt(site(), '/articles/x');
  const href =
    page
      .all('a')
      .map((link) => `${link.attributes.href}`)
      .find((one) => one.endsWith('.pdf')) ?? '';
  expect(decodeURIComponent(href)).toMatch(/\/年度报告 2030\.pdf$/u);
  expect((await site().raw(href)).status).toBe(200);
  signature = 'two';
  await wait(RETRY_MS);
  const { status, headers } = await site().raw(href);
  expect(status).toBe(200);
  expect(headers['content-disposition']).toContain(
    `filename*=UTF-8''${encodeURIComponent('年度报告 2030.pdf')}`,
  );
  expect((await site().raw('/articles/x')).text).toBe(text);
  const source =
    page
      .all('img')
      .map((image) => `${image.attributes.src}`)
      .find((one) => one.includes('9f3c')) ?? '';
  site().fake.clearRequests();
  expect((await site().raw(mediaAt(source.replace(/\/media\/([^/]+)\/\d+/u, '/files/$1'), 160))).status).toBe(
    200,
  );
  // The content has changed, so the picture may be revalidated but must not be downloaded as a new one.
  for (const { headers } of site().fake.requests(PICTURE)) expect(headers['if-none-match']).toBe('"v1"');
});
