/** @module-tag matrix */
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { cuttableProxy } from '../../../src/applications/store/testing/cuttable-proxy.ts';
import { TEST_ANSWER, TEST_SETTINGS } from '../../support/form-client.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startSite } from '../../support/site.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { begin, countOf, expectFailed, pdf, visitor, whole } from './form-site.ts';

let postgres: TestPostgres;
let databaseUrl: string;
beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase('away');
  await postgres.halt();
  return postgres.stop;
});

const site = siteForFile(() => ({ ...TEST_SETTINGS, DATABASE_URL: databaseUrl }));

/** Waits until `/readyz` names these unavailable parts. */
const untilAway = (parts: string[]) =>
  vi.waitFor(
    async () => {
      const { status, text } = await site().raw('/readyz');
      expect([status, JSON.parse(text)]).toEqual([200, { status: 'ready', away: parts }]);
    },
    { timeout: 10_000, interval: 200 },
  );

it('a site that starts without its database serves the form to newcomers and accepts their POST later', async () => {
  await untilAway(['database']);
  const newcomer = visitor(site());
  const page = await newcomer.get();
  expect(page.status).toBe(200);
  const { src = '' } = page.all('img', { width: '220' })[0]?.attributes ?? {};
  expect((await newcomer.send(src, 'GET', {})).status).toBe(200);
  const failed = await newcomer.post(whole());
  expectFailed(newcomer, failed);
  expect(failed.text).not.toContain('DATABASE_URL');
  await postgres.start();
  expect((await newcomer.post(whole())).status).toBe(303);
  expect(await countOf(site())).toBe(1);
  await untilAway([]);
});

it('a draft in a database that becomes unavailable gets 503 and continues when it is back', async () => {
  const client = await begin(site());
  await postgres.halt();
  await untilAway(['database']);
  expect(await client.get()).toMatchObject({ status: 503, heading: 'Submission failed' });
  expectFailed(client, await client.post(whole()));
  const lines = site().linesWith('a part of the store is unavailable');
  expect(lines.map(({ part }) => part)).toEqual(['database', 'database']);
  await postgres.start();
  expect((await client.get()).status).toBe(200);
  expect((await client.post(whole())).status).toBe(303);
});

/** A query to an unresponsive server ends after six seconds, so a second one would exceed this limit. */
const MOST_MS = 15_000;

it('a POST returns 503 with all typed texts within 15 s if the database stops responding', async () => {
  const url = await postgres.createDatabase('silent');
  const way = await cuttableProxy(url);
  const own = await startSite({ CAPTCHA_TEST_ANSWER: TEST_ANSWER, DATABASE_URL: way.through(url) });
  onTestFinished(() => own.close());
  const client = await begin(own);
  way.cutAt('insert into "draft_files"');
  const startedAt = performance.now();
  const page = await client.post(whole({ files: [pdf('a.pdf'), pdf('b.pdf')] }));
  expect(performance.now() - startedAt).toBeLessThan(MOST_MS);
  expectFailed(client, page);
});
