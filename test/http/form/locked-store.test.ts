import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { DATABASE_FILE } from '../../../src/applications/store/engine/database.ts';
import { TEST_SETTINGS } from '../../support/form-client.ts';
import { type Site, startSite } from '../../support/site.ts';
import { arrive, countOf, expectFailed, whole } from './form-site.ts';

/** Lock timeouts that are longer and shorter than a test waits. */
const PATIENT_MS = 60_000;
const HASTY_MS = 100;

let patient: Site;
let hasty: Site;
beforeAll(async () => {
  [patient, hasty] = await Promise.all([
    startSite(TEST_SETTINGS, { lockWaitMs: PATIENT_MS }),
    startSite(TEST_SETTINGS, { lockWaitMs: HASTY_MS }),
  ]);
});
afterAll(() => Promise.all([patient.close(), hasty.close()]));

/** Takes the write lock like another process. Returns a release function. */
function lock({ dataDir }: Site): () => void {
  const other = new DatabaseSync(path.join(dataDir, DATABASE_FILE));
  other.exec('begin immediate');
  onTestFinished(() => other.close());
  return () => other.exec('rollback');
}

it('only a POST waits for the lock while another process writes', async () => {
  const client = await arrive(patient);
  const unlock = lock(patient);
  let isAnswered = false;
  const posted = client.post(whole()).finally(() => {
    isAnswered = true;
  });
  for (const address of ['/en', '/en/history', '/search?keyword=a'])
    expect((await patient.get(address)).status).toBe(200);
  expect(isAnswered).toBe(false);
  unlock();
  expect((await posted).status).toBe(303);
});

it('a repeated POST succeeds after the store was locked for too long', async () => {
  const client = await arrive(hasty);
  const before = await countOf(hasty);
  const unlock = lock(hasty);
  const pages = await Promise.all([client.post(whole()), client.post(whole())]);
  for (const page of pages) {
    expectFailed(client, page);
    expect(page.text).not.toContain('locked');
  }
  unlock();
  expect((await client.post(whole())).status).toBe(303);
  expect(await countOf(hasty)).toBe(before + 1);
});
