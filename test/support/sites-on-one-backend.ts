import { afterEach, beforeEach } from 'vitest';
import { type FakeBackend, startFakeBackend } from './fake-backend.ts';
import { type Site, startSite } from './site.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Provides sites that share a backend and a data folder, concurrently or in turn. Each test has its own. */
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
    /** Closes a site after its pending writes, like SIGTERM. */
    async end(site: Site): Promise<void> {
      sites = sites.filter((one) => one !== site);
      await site.close();
    },
  };
}
