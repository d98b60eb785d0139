import { afterAll, afterEach, beforeAll } from 'vitest';
import { readPage } from './html.ts';
import { type Site, startSite } from './site.ts';

/** One site for all the tests of a file; what a test told its backend to do is forgotten after it. */
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

/** Asks for an address as it is written and reads the answer as a page. */
export async function pageAt(site: Site, address: string, headers: Record<string, string> = {}) {
  const { status, headers: answered, text } = await site.raw(address, { headers });
  return { status, headers: answered, text, ...readPage(text) };
}
