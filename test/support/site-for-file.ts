import { afterAll, afterEach, beforeAll } from 'vitest';
import { readPage } from './html.ts';
import { type Site, startSite } from './site.ts';

/** One site for all tests of a file. Resets the fake backend after each test. */
export function siteForFile(environment: Record<string, string> = {}): () => Site {
  let site: Site | undefined;
  beforeAll(async () => {
    site = await startSite(environment);
  });
  afterEach(() => {
    site?.fake.comeUp();
    site?.fake.restore();
  });
  afterAll(() => site?.close());
  return () => {
    if (!site) throw new Error('the site has not started');
    return site;
  };
}

/** Requests an address unchanged and parses the page. */
export async function pageAt(site: Site, address: string, headers: Record<string, string> = {}) {
  const { status, headers: responseHeaders, text } = await site.raw(address, { headers });
  return { status, headers: responseHeaders, text, ...readPage(text) };
}
