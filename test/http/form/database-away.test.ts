/** @module-tag matrix */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { runSql, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { siteForFile } from '../../support/site-for-file.ts';
import { begin, countOf, expectFailed, visitor, whole } from './form-site.ts';

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

describe('a site that starts without its database', () => {
  it('/readyz names the database as unavailable', () => untilAway(['database']));

  it('serves the form to visitors without a draft while the database is unavailable', async () => {
    expect((await site().get('/en')).status).toBe(200);
    const newcomer = visitor(site());
    const page = await newcomer.get();
    expect(page.status).toBe(200);
    const { src = '' } = page.all('img', { width: '220' })[0]?.attributes ?? {};
    expect((await newcomer.send(src, 'GET', {})).status).toBe(200);
  });

  it('a repeated POST succeeds when the database is back', async () => {
    const newcomer = visitor(site());
    await newcomer.get();
    const page = await newcomer.post(whole());
    expectFailed(newcomer, page);
    expect(page.text).not.toContain('DATABASE_URL');
    await postgres.start();
    expect((await newcomer.post(whole())).status).toBe(303);
    expect(await countOf(site())).toBe(1);
    await untilAway([]);
  });
});

describe('a database that becomes unavailable', () => {
  let client: Awaited<ReturnType<typeof begin>>;
  beforeAll(async () => {
    client = await begin(site());
    await postgres.halt();
  });

  it('logs an unavailable database once without its password', async () => {
    await untilAway(['database']);
    await site().raw('/readyz');
    expect(
      site()
        .linesWith('a part of the store is unavailable')
        .map(({ part }) => part),
    ).toEqual(['database', 'database']);
  });

  it('returns 503 with all typed texts for a draft in an unavailable database', async () => {
    const shown = await client.get();
    expect([shown.status, shown.heading]).toEqual([503, 'Submission failed']);
    const page = await client.post(whole());
    expectFailed(client, page);
  });

  it('continues a draft when the database is back', async () => {
    await postgres.start();
    expect((await client.get()).status).toBe(200);
    expect((await client.post(whole())).status).toBe(303);
    const { text } = await site().raw('/metrics');
    expect(text).toMatch(/^plinth_store_away\{part="database"\} [01]$/mu);
  });

  it('a POST does not lose values if the database fails during the request', async () => {
    const other = await begin(site());
    await runSql(databaseUrl, 'alter table application_files rename to elsewhere');
    const page = await other.post(whole());
    await runSql(databaseUrl, 'alter table elsewhere rename to application_files');
    expectFailed(other, page);
    expect((await other.post(whole())).status).toBe(303);
  });

  it('a receipt returns 503 if the database fails between two queries', async () => {
    await runSql(databaseUrl, 'alter table applications rename to elsewhere');
    expect((await client.get(client.receipt())).status).toBe(503);
    await runSql(databaseUrl, 'alter table elsewhere rename to applications');
    expect((await client.get(client.receipt())).mainText).toMatch(/A-\d{4}-\w{6}/u);
  });
});
