import { afterEach, beforeEach } from 'vitest';
import { type FakeBackend, startFakeBackend } from './fake-backend.ts';
import { type Site, startSite } from './site.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Sites with one backend and one data folder, beside each other or one after another; for each test of a file they are new. */
export function sitesOnOneBackend(settings: Record<string, string> = {}) {
  let fake: FakeBackend;
  let data: Awaited<ReturnType<typeof temporaryFolder>>;
  let sites: Site[] = [];

  beforeEach(async () => {
    fake = await startFakeBackend();
    data = await temporaryFolder('sites');
  });
  afterEach(async () => {
    for (const site of sites) await site.close();
    sites = [];
    await fake.close();
    await data.remove();
  });

  return {
    get fake() {
      return fake;
    },
    get dataDir() {
      return data.path;
    },
    async start(environment: Record<string, string> = {}, waitForContent = true): Promise<Site> {
      const site = await startSite(
        { ...settings, ...environment },
        { fake, dataDir: data.path, waitForContent },
      );
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
