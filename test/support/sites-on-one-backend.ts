import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type FakeBackend, startFakeBackend } from './fake-backend.ts';
import { type Site, startSite } from './site.ts';

/** Sites with one backend and one data folder, beside each other or one after another; for each test of a file they are new. */
export function sitesOnOneBackend(settings: Record<string, string> = {}) {
  let fake: FakeBackend;
  let dataDir = '';
  let sites: Site[] = [];

  beforeEach(async () => {
    fake = await startFakeBackend();
    dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-sites-'));
  });
  afterEach(async () => {
    for (const site of sites) await site.close();
    sites = [];
    await fake.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  return {
    get fake() {
      return fake;
    },
    get dataDir() {
      return dataDir;
    },
    async start(environment: Record<string, string> = {}, waitForContent = true): Promise<Site> {
      const site = await startSite({ ...settings, ...environment }, { fake, dataDir, waitForContent });
      sites.push(site);
      return site;
    },
    /** Ends a site with all that it has to write, as SIGTERM does. */
    async end(site: Site): Promise<void> {
      sites = sites.filter((one) => one !== site);
      await site.close();
    },
  };
}
