/** @module-tag matrix */
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { CALL_LIMITS } from '../../../src/applications/files/bucket.ts';
import { listNames } from '../../../src/applications/files/testing/s3-fixture.ts';
import { type FakeClamd, startFakeClamd } from '../../support/fake-clamd.ts';
import { fakeS3ForFile } from '../../support/fake-s3-for-file.ts';
import { goodFields, TEST_SETTINGS } from '../../support/form-client.ts';
import { startSite } from '../../support/site.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { serversOf } from '../../support/store-environment.ts';
import { apply, begin, countOf, draftOf, expectFailed, pdf, uploadsOf, whole } from './form-site.ts';

const fake = fakeS3ForFile();
let clamd: FakeClamd;
beforeAll(async () => {
  clamd = await startFakeClamd();
  return clamd.close;
});
afterEach(() => clamd.behave('scans'));

const s3 = () => serversOf({ s3: fake().settings('forms') });
const site = siteForFile(() => ({ ...TEST_SETTINGS, ...s3(), CLAMD_URL: clamd.url }));

const onDisk = () => uploadsOf(site());

const inStore = () => listNames(site().store.fileStore);

it('stores the file of an application only in the bucket', async () => {
  const file = pdf('plan.pdf');
  const application = await apply(site(), await begin(site()), { files: [file] });
  const [stored] = application.files;
  const { fileStore } = site().store;
  expect(await buffer(await fileStore.open(stored?.storedName ?? ''))).toEqual(file.content);
  expect(await onDisk()).toEqual([]);
  const { text } = await site().raw('/metrics');
  expect(text).toMatch(/^plinth_s3_calls_total\{operation="put",result="ok"\} [1-9]/mu);
});

it('a repeated POST succeeds after the bucket has failed', async () => {
  const client = await begin(site());
  const [count, stored] = [await countOf(site()), await inStore()];
  fake().behave(
    (request, response) => void request.resume().once('end', () => response.writeHead(500).end()),
  );
  const page = await client.post(whole());
  expectFailed(client, page);
  fake().behave();
  expect(await countOf(site())).toBe(count);
  expect((await draftOf(site(), client)).fields).toMatchObject(goodFields);
  expect([await onDisk(), await inStore()]).toEqual([[], stored]);
  expect((await client.post(whole())).status).toBe(303);
  expect(await countOf(site())).toBe(count + 1);
});

it('a POST waits only once for an unresponsive bucket, not once per file', async () => {
  const silent = await startSite(
    { ...TEST_SETTINGS, ...s3() },
    { s3Limits: { ...CALL_LIMITS, stallTimeoutMs: 1000 } },
  );
  onTestFinished(() => silent.close());
  const client = await begin(silent);
  fake().behave((request) => void request.resume());
  const before = fake().requests.length;
  const page = await client.post(
    whole({ files: ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => pdf(name)) }),
  );
  expect(fake().requests.length - before).toBe(CALL_LIMITS.attempts);
  expectFailed(client, page);
});
