import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startChangedSite } from './demo-content.ts';
import { startDemoSite } from './demo-site.ts';
import { TEST_SETTINGS } from './form-client.ts';

/** `failing`: pages return 500. `silent`: the backend is unreachable. */
export type SiteName = 'demo' | 'failing' | 'silent';
export type SiteAddresses = Record<SiteName, string>;

declare module 'vitest' {
  interface ProvidedContext {
    sites: SiteAddresses;
    demoDataDir: string;
  }
}

/** Starts a site with one invalid JSON file per language, whose pages return 500 with a menu. */
const startFailing = () =>
  startChangedSite((folder) => writeFile(path.join(folder, 'products.json'), 'not JSON'));

/** Starts a site with an unreachable backend, on which every page is an error page without a menu. */
const startSilent = () =>
  startDemoSite({ environment: { API_BASE_URL: 'http://127.0.0.1:1' }, readyAt: '/healthz' });

/** Starts the sites that all browser tests share. The demo site accepts applications without limits. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sites = await Promise.all([
    startDemoSite({ environment: TEST_SETTINGS }),
    startFailing(),
    startSilent(),
  ]);
  const [demo, failing, silent] = sites;
  project.provide('demoDataDir', demo.dataDir);
  project.provide('sites', { demo: demo.base, failing: failing.base, silent: silent.base });
  return async () => {
    await Promise.all(sites.map((site) => site.stop()));
  };
}
