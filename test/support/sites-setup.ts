import type { TestProject } from 'vitest/node';
import { type SiteAddresses, startSites } from './demo-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sites: SiteAddresses;
  }
}

/** Starts one set of sites for all tests that look at the demo group's site from outside. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { addresses, stop } = await startSites();
  project.provide('sites', addresses);
  return stop;
}
