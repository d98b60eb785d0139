import { afterAll, afterEach, beforeAll } from 'vitest';
import { readPage } from './html.ts';
import { type Site, startSite } from './site.ts';

type Environment = Record<string, string>;

/**
 * One site for all tests of a file. Resets the fake backend after each test. `environment`: a function if it names servers that a
 * `beforeAll` starts.
 */
export function siteForFile(environment: Environment | (() => Environment) = {}): () => Site {
  let site: Site | undefined;
  beforeAll(async () => {
    site = await startSite(typeof environment === 'function' ? environment() : environment);
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
