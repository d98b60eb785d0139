import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startChangedSite } from './demo-content.ts';
import { startDemoSite } from './demo-site.ts';

/** The demo site and its two broken sisters. */
export type SiteName = 'demo' | 'failing' | 'silent';
export type SiteAddresses = Record<SiteName, string>;

declare module 'vitest' {
  interface ProvidedContext {
    sites: SiteAddresses;
  }
}

/** With one file a language that is no JSON the pages that need it answer 500, in the usual frame. */
const startFailing = () =>
  startChangedSite((folder) => writeFile(path.join(folder, 'products.json'), 'not JSON'));

/** A backend that cannot be reached makes every page an error page, without a menu. */
const startSilent = () =>
  startDemoSite({ environment: { API_BASE_URL: 'http://127.0.0.1:1' }, readyAt: '/healthz' });

/** Starts one set of sites for all tests that look at the demo group's site from outside. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sites = await Promise.all([startDemoSite(), startFailing(), startSilent()]);
  const [demo, failing, silent] = sites;
  project.provide('sites', { demo: demo.base, failing: failing.base, silent: silent.base });
  return async () => {
    await Promise.all(sites.map((site) => site.stop()));
  };
}
