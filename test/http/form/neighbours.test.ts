import type { Request } from 'express';
import { expect, it } from 'vitest';
import { MAX_FILE_BYTES, MAX_FILES } from '../../../src/applications/rules/limits.ts';
import { pdfOf } from '../../../src/applications/uploads/checks/testing/build-pdf.ts';
import { addressHash } from '../../../src/http/middleware/rate-limits.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { SITE_URL } from '../../support/site.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { tusClient } from '../../support/tus-client.ts';
import { arrive, begin, exhaust, FORM, pdf, type Visitor, whole } from './form-site.ts';
import { begun, KB } from './resumable-sites.ts';

const site = siteForFile({ ...TEST_SETTINGS, RATE_LIMIT_PER_MINUTE: '60', TRUST_PROXY: '1' });

const from = (address: string) => ({ 'X-Forwarded-For': address });
const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Array.from({ length: count }, (_, at) => at).reduce<Promise<T[]>>(
    async (all, at) => [...(await all), await work(at)],
    Promise.resolve([]),
  );

const submitKept = (client: Visitor, headers: Record<string, string>) =>
  client.post(whole({ files: [], headers }));
const upload = (client: Visitor, headers: Record<string, string>) =>
  client.post({ files: [pdf()], button: { action: 'upload' }, headers });

it("empty upload creations of a neighbour do not remove an applicant's file", async () => {
  const headers = from('192.0.2.1');
  const mine = await arrive(site());
  await upload(mine, headers);
  const created = await times(120 / MAX_FILES, async (form) => {
    const stranger = await arrive(site(), FORM, SITE_URL);
    await stranger.post({ headers });
    const tus = tusClient(stranger);
    const key = { 'Submit-Key': stranger.inputs().submitKey ?? '' };
    const create = (at: number) => tus.create(`${form}-${at}.pdf`, MAX_FILE_BYTES, { ...headers, ...key });
    return Promise.all(Array.from({ length: MAX_FILES }, async (_, at) => (await create(at)).status));
  });
  expect(new Set(created.flat())).toEqual(new Set([201]));
  expect((await submitKept(mine, headers)).status).toBe(303);
});

it('1,000 drafts of a client address do not affect the upload and the submit of a neighbour', async () => {
  const address = '192.0.2.2';
  const headers = from(address);
  const content = pdfOf(64 * KB);
  const client = await arrive(site(), FORM, SITE_URL);
  await upload(client, headers);
  const mine = tusClient(client);
  const url = await begun(mine, 'a.pdf', content.length);
  await mine.patch(url, 0, content.subarray(0, 32 * KB), headers);
  const { store, services } = site();
  const { quotas, secret } = services;
  await times(1000, async (at) =>
    store.drafts.create({
      language: 'zh',
      addressHash: addressHash(address, secret),
      quotas: quotas.of('drafts', { id: `${at}`, session: null }, address),
    }),
  );
  const late = await arrive(site());
  expect((await upload(late, headers)).status).toBe(200);
  expect((await mine.patch(url, 32 * KB, content.subarray(32 * KB), headers)).status).toBe(204);
  await client.get();
  expect((await submitKept(client, headers)).status).toBe(303);
});

it('2000 POSTs without a known field begin no session and refuse nobody else behind their address', async () => {
  const headers = from('192.0.2.3');
  const known = await begin(site());
  const type = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: SITE_URL, ...headers };
  const post = () => site().raw(FORM, { method: 'POST', headers: type, body: 'a=1' });
  for (const { status, headers: answered } of await times(60, post))
    expect([status, answered.location, answered['set-cookie']]).toEqual([303, FORM, undefined]);
  // The rest is only counted, because it would take long.
  const { quotas } = site().services;
  const counted = quotas.ofPost('posts', { ip: '192.0.2.3', headers: {} } as Request);
  await exhaust(
    site(),
    counted.map((quota) => ({ ...quota, max: 2000 })),
  );
  expect((await submitKept(known, headers)).status).toBe(422);
  expect((await (await arrive(site())).post({ ...whole(), headers })).status).toBe(303);
});
